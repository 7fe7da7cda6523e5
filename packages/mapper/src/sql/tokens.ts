import { PlatformError } from '@platform/plugin-sdk/core';
import { GRAMMARS, type Grammar, type GrammarName } from './grammars.ts';

const SPACE = /\s+/y;

export type TokenKind = 'word' | 'string' | 'identifier' | 'comment' | 'space' | 'symbol';

/** A piece of SQL text. All tokens in order make up the whole text. */
export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
}

/**
 * Splits SQL into tokens as a dialect does; `portable` is the reading that all dialects share.
 *
 * @throws SQL_SCRIPT_INVALID with the line where an unterminated string, name or comment begins
 */
export function* tokenize(sql: string, grammar: GrammarName): Generator<Token> {
  const rules = GRAMMARS[grammar];
  let at = 0;
  while (at < sql.length) {
    const token = tokenAt(sql, at, rules);
    yield token;
    at = token.end;
  }
}

/** Line of an offset, from 1. */
export function lineAt(sql: string, offset: number): number {
  return sql.slice(0, offset).split('\n').length;
}

function tokenAt(sql: string, start: number, grammar: Grammar): Token {
  const token = (kind: TokenKind, end: number): Token => ({ kind, start, end });
  const comment = match(grammar.lineComment, sql, start);
  if (comment !== undefined) return token('comment', start + comment.length);
  const two = sql.slice(start, start + 2);
  if (two === '/*') return token('comment', endOfBlockComment(sql, start, grammar.nestedComments));
  switch (two.charAt(0)) {
    case "'":
      return token('string', endOfQuoted(sql, start, "'", grammar.backslashes));
    case '"':
      return token(grammar.doubleQuoted, endOfQuoted(sql, start, '"', grammar.backslashes));
    case '`':
      if (!grammar.backQuoted) break;
      return token('identifier', endOfQuoted(sql, start, '`', false));
    case '[':
      if (!grammar.bracketed) break;
      return token('identifier', endAfter(sql, start, ']', start + 1));
    case '$': {
      const tag = grammar.dollarTag && match(grammar.dollarTag, sql, start);
      if (tag === undefined) break;
      return token('string', endAfter(sql, start, tag, start + tag.length));
    }
  }
  if (grammar.escapeStrings && /^e'/i.test(two)) {
    return token('string', endOfQuoted(sql, start + 1, "'", true));
  }
  const spaces = match(SPACE, sql, start);
  if (spaces !== undefined) return token('space', start + spaces.length);
  const letters = match(grammar.word, sql, start);
  if (letters !== undefined) return token('word', start + letters.length);
  return token('symbol', start + 1);
}

function match(pattern: RegExp, sql: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(sql)?.[0];
}

function endOfBlockComment(sql: string, start: number, nested: boolean): number {
  let depth = 0;
  for (let at = start; at < sql.length; at += 1) {
    if (sql.startsWith('/*', at) && (depth === 0 || nested)) {
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
    message: `The script has an unterminated string, name or comment in line ${line}: ${sql.slice(start, start + 20)}`,
    fix: 'Add the missing quote or comment end.',
    details: { line },
  });
}
