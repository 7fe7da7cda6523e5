/** Milliseconds without a key after which typed text is searched for. */
export const TYPING_PAUSE = 150;
