/** Lines that are drawn at once: each takes about a millisecond, and a platform has thousands. */
export const LINES_AT_ONCE = 100;
