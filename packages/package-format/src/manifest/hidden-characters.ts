/**
 * Control characters, and what is not seen or turns the text around it: whoever reads a name with them reads another one.
 * The joiners U+200C and U+200D stay behind letters other than Latin ones: several scripts are written with them.
 */
export const HIDDEN_CHARACTER =
  /\u034f|[\p{Cc}\u2028\u2029\u115f\u1160\u2800\u3164\uffa0]|\p{Cs}|\p{Noncharacter_Code_Point}|(?![\u200c\u200d])\p{Cf}|(?<=\p{Script=Latin})(?:\u200c|\u200d)/u;

const ALL = new RegExp(HIDDEN_CHARACTER, 'gu');

/** The same text with such characters written out, so that it can be shown anywhere: `\\u{202e}`. */
export const legible = (text: string): string =>
  text.replace(ALL, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
