import type { Dialect } from '../dialect.ts';

/** Sticky patterns of comments, strings, names and words. */
export interface Grammar {
  readonly lineComment: RegExp;
  readonly nestedComments: boolean;
  /** Whether a backslash escapes the next character in quotes. */
  readonly backslashes: boolean;
  readonly doubleQuoted: 'string' | 'identifier';
  readonly backQuoted: boolean;
  /** Whether `[a]` is a name. */
  readonly bracketed: boolean;
  readonly dollarTag: RegExp | undefined;
  /** Whether `e'…'` is a string with backslash escapes. */
  readonly escapeStrings: boolean;
  readonly word: RegExp;
}

export type GrammarName = Dialect | 'portable';

const WORD = /[\p{L}\p{N}_][\p{L}\p{N}_$]*/uy;

const standard: Grammar = {
  lineComment: /--[^\n]*/y,
  nestedComments: false,
  backslashes: false,
  doubleQuoted: 'identifier',
  backQuoted: true,
  bracketed: false,
  dollarTag: undefined,
  escapeStrings: false,
  word: WORD,
};

export const GRAMMARS: Readonly<Record<GrammarName, Grammar>> = {
  sqlite: { ...standard, bracketed: true },
  mysql: {
    ...standard,
    // Two dashes without a space behind them are two minus signs.
    lineComment: /#[^\n]*|--(?=\s|$)[^\n]*/y,
    backslashes: true,
    doubleQuoted: 'string',
  },
  postgres: {
    ...standard,
    nestedComments: true,
    backQuoted: false,
    dollarTag: /\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$/uy,
    escapeStrings: true,
  },
  portable: {
    ...standard,
    lineComment: /--[^\n\r]*/y,
    dollarTag: /\$(?:[A-Za-z_]\w*)?\$/y,
    // Databases take every character beyond ASCII for a letter.
    word: /[A-Za-z_\u0080-\uFFFF][\w$\u0080-\uFFFF]*|\d[\w.]*/y,
  },
};
