import { tokenize, type Token } from './tokens.ts';

export type SqlTokenKind = 'word' | 'quoted' | 'string' | 'number' | 'punctuation' | 'dollar';

/** A token that means the same to every dialect, unless an ambiguity is reported for its line. */
export interface SqlToken {
  readonly kind: SqlTokenKind;
  /** Words as written, quoted names and strings without quotes, dollar strings without tags. */
  readonly text: string;
  /** From 1. */
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

export interface PortableTokens {
  readonly tokens: SqlToken[];
  /** Places that databases read differently. */
  readonly ambiguities: Array<{ line: number; what: string }>;
}

/** No script has as many; a larger number would only use up memory. */
const MAX_TOKENS = 400_000;
/** More ambiguities help nobody. */
const MAX_AMBIGUITIES = 100;

/** Ambiguous where it stands between two tokens. */
const AMBIGUOUS: ReadonlyArray<readonly [pattern: RegExp, what: string]> = [
  [/--(?![\s]|$)/y, 'a comment without a blank after its dashes, which MySQL takes for two minus signs'],
  [/#/y, 'a # outside of a text, which begins a comment in MySQL'],
  [/\r(?!\n)/y, 'a carriage return by itself, which ends a comment in PostgreSQL alone'],
  [/(?![\t\n\f\r])\p{Cc}/uy, 'a control character'],
  [/(?![ \t\n\f\r])\s/y, 'a blank that databases take for a letter'],
];
const PLAIN_BACK_QUOTED = /^`[\p{L}\p{N}_$`]*`$/u;
/**
 * `int[]`, `tags[1]`, `array[1, x]`: SQLite reads everything up to the closing bracket as a name.
 */
const SUBSCRIPT = /\[\d*\]/y;
const ARRAY = /\[[\w,. ]*\]/y;

/**
 * Splits SQL for all dialects at once, and reports what they read differently.
 *
 * Comments are skipped. Reading stops at the first unterminated string, name or comment, and at a
 * token count that no script has.
 */
export function tokenizePortable(sql: string): PortableTokens {
  const reader = new PortableReader(sql);
  reader.read();
  return reader;
}

class PortableReader implements PortableTokens {
  readonly tokens: SqlToken[] = [];
  readonly ambiguities: Array<{ line: number; what: string }> = [];
  readonly #sql: string;
  #line = 1;

  constructor(sql: string) {
    this.#sql = sql;
  }

  read(): void {
    const pieces = tokenize(this.#sql, 'portable');
    for (let at = 0; at < this.#sql.length;) {
      this.#reportAmbiguous(at);
      const piece = this.#next(pieces);
      if (!piece) return this.#report('a quote or comment that is not closed');
      if (!this.#take(piece)) return this.#report('more words and signs than a script has');
      at = piece.end;
    }
  }

  #next(pieces: Generator<Token>): Token | undefined {
    try {
      return pieces.next().value as Token | undefined;
    } catch {
      return undefined;
    }
  }

  /** @returns false when the script has too many tokens */
  #take({ kind, start, end }: Token): boolean {
    const text = this.#sql.slice(start, end);
    if (kind !== 'space' && !text.startsWith('--') && this.tokens.length >= MAX_TOKENS) return false;
    if (kind === 'comment') this.#checkComment(text);
    else if (kind === 'space') this.#checkBlanks(start + 1, end);
    else {
      this.#check(kind, text, start);
      this.tokens.push({ ...meaningOf(kind, text), line: this.#line, start, end });
    }
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#line += 1;
    return true;
  }

  /** A run of blanks is one token, of which only the first character has been looked at. */
  #checkBlanks(start: number, end: number): void {
    for (let at = start; at < end; at += 1) if (this.#reportAmbiguous(at)) return;
  }

  #checkComment(text: string): void {
    if (/^\/\*M?!/.test(text)) this.#report('a comment that MySQL and MariaDB execute');
    if (text.startsWith('/*') && text.indexOf('/*', 2) > 0) this.#report('a comment inside a comment');
  }

  #check(kind: Token['kind'], text: string, start: number): void {
    const isQuoted = kind === 'identifier' || (kind === 'string' && !text.startsWith('$'));
    if (isQuoted && text.includes(`\\${text.charAt(0)}`)) this.#report('a backslash before a quote');
    if (text.startsWith('`') && !PLAIN_BACK_QUOTED.test(text)) {
      this.#report('more than letters and digits in a name between `');
    }
    if (text === '[' && !this.#isIndex(start)) {
      this.#report('a name in square brackets, as only SQLite reads it');
    }
    if (kind === 'word' && /\s/.test(text)) this.#report('a blank that databases take for a letter');
  }

  #isIndex(start: number): boolean {
    const pattern = this.tokens.at(-1)?.text.toLowerCase() === 'array' ? ARRAY : SUBSCRIPT;
    pattern.lastIndex = start;
    return pattern.test(this.#sql);
  }

  /** @returns whether there is something to report */
  #reportAmbiguous(at: number): boolean {
    const ambiguous = AMBIGUOUS.find(([pattern]) => {
      pattern.lastIndex = at;
      return pattern.test(this.#sql);
    });
    if (ambiguous) this.#report(ambiguous[1]);
    return ambiguous !== undefined;
  }

  #report(what: string): void {
    if (this.ambiguities.length < MAX_AMBIGUITIES) this.ambiguities.push({ line: this.#line, what });
  }
}

function meaningOf(kind: Token['kind'], text: string): Pick<SqlToken, 'kind' | 'text'> {
  if (kind === 'identifier') return { kind: 'quoted', text: text.slice(1, -1) };
  if (kind === 'symbol') return { kind: 'punctuation', text };
  if (kind === 'word') return { kind: /^\d/.test(text) ? 'number' : 'word', text };
  if (!text.startsWith('$')) return { kind: 'string', text: text.slice(1, -1) };
  const tag = text.indexOf('$', 1) + 1;
  return { kind: 'dollar', text: text.slice(tag, -tag) };
}
