import { PlatformError } from '@platform/plugin-sdk/core';
import type { Dialect } from '../dialect.ts';

export type TokenKind = 'word' | 'string' | 'identifier' | 'comment' | 'space' | 'symbol';

/** A piece of SQL text; all tokens in order are the whole text. */
export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
}

const space = /\s+/y;
const word = /[\p{L}\p{N}_][\p{L}\p{N}_$]*/uy;
const dollarTag = /\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$/uy;

/**
 * Takes SQL apart as the dialect does: strings, quoted identifiers, comments, dollar quotes.
 *
 * @throws SQL_SCRIPT_INVALID with the line where a string, identifier or comment begins that never ends
 */
export function* tokenize(sql: string, dialect: Dialect): Generator<Token> {
  let at = 0;
  while (at < sql.length) {
    const token = tokenAt(sql, at, dialect);
    yield token;
    at = token.end;
  }
}

/** Line of an offset, from 1. */
export function lineAt(sql: string, offset: number): number {
  return sql.slice(0, offset).split('\n').length;
}

function tokenAt(sql: string, start: number, dialect: Dialect): Token {
  const token = (kind: TokenKind, end: number): Token => ({ kind, start, end });
  const character = sql.charAt(start);
  const two = sql.slice(start, start + 2);
  if (startsLineComment(sql, start, dialect)) return token('comment', endOfLine(sql, start));
  if (two === '/*') return token('comment', endOfBlockComment(sql, start, dialect));
  switch (character) {
    case "'":
      return token('string', endOfQuoted(sql, start, "'", dialect === 'mysql'));
    case '"':
      return token(
        dialect === 'mysql' ? 'string' : 'identifier',
        endOfQuoted(sql, start, '"', dialect === 'mysql'),
      );
    case '`':
      if (dialect === 'postgres') break;
      return token('identifier', endOfQuoted(sql, start, '`', false));
    case '[':
      if (dialect !== 'sqlite') break;
      return token('identifier', endAfter(sql, start, ']', start + 1));
    case '$': {
      const tag = dialect === 'postgres' ? match(dollarTag, sql, start) : undefined;
      if (tag === undefined) break;
      return token('string', endAfter(sql, start, tag, start + tag.length));
    }
  }
  if (dialect === 'postgres' && /^e'/i.test(two))
    return token('string', endOfQuoted(sql, start + 1, "'", true));
  const spaces = match(space, sql, start);
  if (spaces !== undefined) return token('space', start + spaces.length);
  const letters = match(word, sql, start);
  if (letters !== undefined) return token('word', start + letters.length);
  return token('symbol', start + 1);
}

function match(pattern: RegExp, sql: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(sql)?.[0];
}

function startsLineComment(sql: string, at: number, dialect: Dialect): boolean {
  if (dialect === 'mysql' && sql.charAt(at) === '#') return true;
  if (!sql.startsWith('--', at)) return false;
  return dialect !== 'mysql' || at + 2 === sql.length || /\s/.test(sql.charAt(at + 2));
}

function endOfLine(sql: string, at: number): number {
  const end = sql.indexOf('\n', at);
  return end < 0 ? sql.length : end;
}

function endOfBlockComment(sql: string, start: number, dialect: Dialect): number {
  let depth = 0;
  for (let at = start; at < sql.length; at += 1) {
    if (sql.startsWith('/*', at) && (depth === 0 || dialect === 'postgres')) {
      depth += 1;
      at += 1;
    } else if (sql.startsWith('*/', at)) {
      depth -= 1;
      at += 1;
      if (depth === 0) return at + 1;
    }
  }
  throw unterminated(sql, start);
}

function endOfQuoted(sql: string, start: number, quote: string, backslashes: boolean): number {
  for (let at = start + 1; at < sql.length; at += 1) {
    const character = sql.charAt(at);
    if (backslashes && character === '\\') at += 1;
    else if (character === quote) {
      if (sql.charAt(at + 1) !== quote) return at + 1;
      at += 1;
    }
  }
  throw unterminated(sql, start);
}

function endAfter(sql: string, start: number, closing: string, from: number): number {
  const end = sql.indexOf(closing, from);
  if (end < 0) throw unterminated(sql, start);
  return end + closing.length;
}

function unterminated(sql: string, start: number): PlatformError {
  const line = lineAt(sql, start);
  return new PlatformError({
    code: 'SQL_SCRIPT_INVALID',
    status: 400,
    message: `In line ${line} of the script a text, name or comment begins that never ends: ${sql.slice(start, start + 20)}`,
    fix: 'Close it.',
    details: { line },
  });
}
