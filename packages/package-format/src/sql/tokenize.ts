export type SqlTokenKind = 'word' | 'quoted' | 'string' | 'number' | 'punctuation' | 'dollar';

export interface SqlToken {
  kind: SqlTokenKind;
  /** Words as written; quoted identifiers without their quotes; dollar strings without their tags. */
  text: string;
  /** From 1. */
  line: number;
}

export interface SqlTokens {
  tokens: SqlToken[];
  /** Places that databases read differently, by line. */
  ambiguities: Array<{ line: number; what: string }>;
}

/** A script has far fewer; a larger number is meant to use up memory. */
const MAX_TOKENS = 400_000;
/** Whoever reads about so many needs no more. */
const MAX_DOUBTS = 100;

const SPACE = /\s+/y;
const LINE_COMMENT = /--[^\n\r]*/y;
const BLOCK_COMMENT = /\/\*([\s\S]*?)\*\//y;
const DOLLAR = /\$([A-Za-z_]\w*)?\$/y;
const WORD = /[A-Za-z_\u0080-\uFFFF][\w$\u0080-\uFFFF]*/y;
const NUMBER = /\d[\w.]*/y;
const STRING = /'[^']*(?:''[^']*)*'/y;
const QUOTED = /"[^"]*(?:""[^"]*)*"|`[^`]*(?:``[^`]*)*`/y;
/** `$a$`, a comment, a text: what begins like one and is none of them is not closed. */
const OPENING = /\/\*|['"`]|\$(?:[A-Za-z_]\w*)?\$/y;

/** What reads differently where it stands between other tokens. */
const AMBIGUOUS: ReadonlyArray<readonly [pattern: RegExp, what: string]> = [
  [/--(?![\s]|$)/y, 'a comment without a blank after its dashes, which MySQL takes for two minus signs'],
  [/#/y, 'a # outside of a text, which begins a comment in MySQL'],
  [/\r(?!\n)/y, 'a carriage return by itself, which ends a comment in PostgreSQL alone'],
  [/(?![\t\n\f\r])\p{Cc}/uy, 'a control character'],
  [/(?![ \t\n\f\r])\s/y, 'a blank that databases take for a letter'],
];
const BACK_QUOTED = /^`[\p{L}\p{N}_$`]*`$/u;
/** `int[]`, `tags[1]`, `array[1, x]`: in SQLite anything up to the closing bracket is a name. */
const SUBSCRIPT = /\[\d*\]/y;
const ARRAY = /\[[\w,. ]*\]/y;

/**
 * Splits SQL into tokens, for every dialect alike: comments are left out, strings and quoted names kept whole.
 * What one database takes for a string or a comment and another does not is reported as an ambiguity; at a text, name
 * or comment that is not closed, and after more tokens than a script has, nothing more is read.
 */
export function tokenizeSql(sql: string): SqlTokens {
  const tokens: SqlToken[] = [];
  const ambiguities: SqlTokens['ambiguities'] = [];
  let at = 0;
  let line = 1;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(sql)?.[0];
  };
  const advance = (text: string): void => {
    at += text.length;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) line++;
  };
  const push = (kind: SqlTokenKind, text: string, source: string): void => {
    tokens.push({ kind, text, line });
    advance(source);
  };
  const doubt = (what: string): void => {
    if (ambiguities.length < MAX_DOUBTS) ambiguities.push({ line, what });
  };
  while (at < sql.length) {
    const strange = AMBIGUOUS.find(([pattern]) => take(pattern) !== undefined);
    if (strange) doubt(strange[1]);
    const blank = take(SPACE) ?? take(LINE_COMMENT);
    if (blank !== undefined) {
      advance(blank);
      continue;
    }
    if (tokens.length >= MAX_TOKENS) {
      doubt('more words and signs than a script has');
      break;
    }
    const comment = take(BLOCK_COMMENT);
    if (comment !== undefined) {
      if (/^\/\*M?!/.test(comment)) doubt('a comment that MySQL and MariaDB execute');
      if (comment.indexOf('/*', 2) > 0) doubt('a comment inside a comment');
      advance(comment);
      continue;
    }
    const dollar = take(DOLLAR);
    const end = dollar === undefined ? -1 : sql.indexOf(dollar, at + dollar.length);
    if (dollar !== undefined && end > 0) {
      push('dollar', sql.slice(at + dollar.length, end), sql.slice(at, end + dollar.length));
      continue;
    }
    const string = take(STRING);
    if (string !== undefined) {
      if (string.includes("\\'")) doubt('a backslash before a quote');
      push('string', string.slice(1, -1), string);
      continue;
    }
    const quoted = take(QUOTED);
    if (quoted !== undefined) {
      if (quoted.includes('\\"')) doubt('a backslash before a quote');
      if (quoted.startsWith('`') && !BACK_QUOTED.test(quoted))
        doubt('more than letters and digits in a name between `');
      push('quoted', quoted.slice(1, -1), quoted);
      continue;
    }
    if (take(OPENING) !== undefined) {
      doubt('a quote or comment that is not closed');
      break;
    }
    const isArray = tokens.at(-1)?.text.toLowerCase() === 'array';
    if (sql[at] === '[' && take(isArray ? ARRAY : SUBSCRIPT) === undefined) {
      doubt('a name in square brackets, as only SQLite reads it');
    }
    const word = take(WORD);
    if (word !== undefined && /\s/.test(word)) doubt('a blank that databases take for a letter');
    const text = word ?? take(NUMBER) ?? sql[at]!;
    push(word === undefined ? (/\d/.test(text[0]!) ? 'number' : 'punctuation') : 'word', text, text);
  }
  return { tokens, ambiguities };
}
