/**
 * First bytes of a style sheet whose names the preset has made unique. The shell skips its own
 * renaming, which hand-written sheets need, when it finds the mark.
 */
export function uniqueNamesMark(code: string): string {
  return `/*! platform:unique-names ${code} */`;
}
