/**
 * Control characters, and characters that are invisible or change the direction of text.
 *
 * The joiners U+200C and U+200D stay behind non-Latin letters, whose scripts need them.
 */
export const HIDDEN_CHARACTER =
  /\u034f|[\p{Cc}\u2028\u2029\u115f\u1160\u2800\u3164\uffa0]|\p{Cs}|\p{Noncharacter_Code_Point}|(?![\u200c\u200d])\p{Cf}|(?<=\p{Script=Latin})(?:\u200c|\u200d)/u;

const ALL = new RegExp(HIDDEN_CHARACTER, 'gu');

/** Escapes such characters, as in `\\u{202e}`. */
export const legible = (text: string): string =>
  text.replace(ALL, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
