import type { Dialect } from '../dialect.ts';
import { splitScript } from './split.ts';
import type { Token } from './tokens.ts';

const modifiers = new Set(['or', 'replace', 'unlogged']);

/**
 * Returns the names of the tables that a script creates, without quotes. (spec: L2)
 *
 * Only `create table` counts, and temporary tables do not.
 *
 * @throws SQL_SCRIPT_INVALID
 */
export function parseCreatedTables(sql: string, dialect: Dialect): string[] {
  const names = splitScript(sql, dialect).flatMap(({ tokens }) => createdTable(sql, tokens) ?? []);
  return [...new Set(names)];
}

function createdTable(sql: string, tokens: readonly Token[]): string | undefined {
  const text = (index: number): string => {
    const token = tokens[index];
    return token ? sql.slice(token.start, token.end) : '';
  };
  const word = (index: number): string => text(index).toLowerCase();
  let at = 0;
  if (word(at++) !== 'create') return undefined;
  while (modifiers.has(word(at))) at += 1;
  if (word(at++) !== 'table') return undefined;
  if (word(at) === 'if') at += 3;
  while (text(at + 1) === '.') at += 2;
  return unquoted(text(at)) || undefined;
}

function unquoted(name: string): string {
  const quote = name.charAt(0);
  if (!['"', '`', '['].includes(quote)) return name;
  return name.slice(1, -1).replaceAll(quote + quote, quote);
}
