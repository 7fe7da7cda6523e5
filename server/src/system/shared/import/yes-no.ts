const WORDS: ReadonlyMap<string, boolean> = new Map([
  ...['1', 'true', 'yes', '是'].map((word) => [word, true] as const),
  ...['0', 'false', 'no', '否'].map((word) => [word, false] as const),
]);

/** Reads a field, in any case; undefined for another word. */
export const yesOrNo = (text: string, ifEmpty: boolean): boolean | undefined =>
  text === '' ? ifEmpty : WORDS.get(text.toLowerCase());
