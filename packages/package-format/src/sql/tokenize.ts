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

const SPACE = /\s+/y;
const LINE_COMMENT = /--[^\n]*/y;
const BLOCK_COMMENT = /\/\*([\s\S]*?)\*\//y;
const DOLLAR = /\$([A-Za-z_]\w*)?\$/y;
const WORD = /[A-Za-z_\u0080-\uFFFF][\w$\u0080-\uFFFF]*/y;
const NUMBER = /\d[\w.]*/y;
const STRING = /'[^']*(?:''[^']*)*'/y;
const QUOTED = /"[^"]*(?:""[^"]*)*"|`[^`]*(?:``[^`]*)*`/y;

/**
 * Splits SQL into tokens, for every dialect alike: comments are left out, strings and quoted names kept whole.
 * What one database takes for a string or a comment and another does not is reported as an ambiguity.
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
    line += text.split('\n').length - 1;
  };
  const push = (kind: SqlTokenKind, text: string, source: string): void => {
    tokens.push({ kind, text, line });
    advance(source);
  };
  while (at < sql.length) {
    const blank = take(SPACE) ?? take(LINE_COMMENT);
    if (blank !== undefined) {
      advance(blank);
      continue;
    }
    const comment = take(BLOCK_COMMENT);
    if (comment !== undefined) {
      if (/^\/\*M?!/.test(comment))
        ambiguities.push({ line, what: 'a comment that MySQL and MariaDB execute' });
      if (comment.indexOf('/*', 2) > 0) ambiguities.push({ line, what: 'a comment inside a comment' });
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
      if (/\\'/.test(string)) ambiguities.push({ line, what: 'a backslash before a quote' });
      push('string', string.slice(1, -1), string);
      continue;
    }
    const quoted = take(QUOTED);
    if (quoted !== undefined) {
      push('quoted', quoted.slice(1, -1), quoted);
      continue;
    }
    const word = take(WORD);
    const text = word ?? take(NUMBER) ?? sql[at]!;
    if (word === undefined && /['"`]/.test(text))
      ambiguities.push({ line, what: 'a quote that is not closed' });
    const kind = word === undefined ? (/\d/.test(text[0]!) ? 'number' : 'punctuation') : 'word';
    push(kind, text, text);
  }
  return { tokens, ambiguities };
}
