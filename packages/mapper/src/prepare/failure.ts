import type { Dialect } from '../dialect.ts';

/** Kind of problem that a database reports. `other` is syntax, functions, types. */
export type FailureKind = 'column' | 'table' | 'other';

/** Why a database cannot prepare a statement. */
export interface PrepareFailure {
  readonly kind: FailureKind;
  /** Message of the database. */
  readonly message: string;
  /** The column, table, function or word in the message. */
  readonly name: string | undefined;
}

interface Thrown {
  readonly message?: unknown;
  readonly code?: unknown;
  readonly errcode?: unknown;
  readonly sqlState?: unknown;
  readonly errno?: unknown;
}

/** SQLSTATE classes that concern the statement itself. */
const OF_STATEMENT = /^(42|21)/;
const NAMES: ReadonlyArray<readonly [kind: FailureKind, pattern: RegExp]> = [
  ['column', /no such column: (?:.*\.)?"?([^".]+?)"?$/i],
  ['column', /has no column named (\S+)/i],
  ['column', /column (?:"?[^".\s]+"?\.)?"?([^".\s]+)"?(?: of relation "[^"]*")? does not exist/i],
  ['column', /unknown column '(?:[^']*\.)?([^'.]+)'/i],
  ['table', /no such table: (?:.*\.)?(\S+)/i],
  ['table', /relation "(?:[^"]*\.)?([^".]+)" does not exist/i],
  ['table', /table '(?:[^']*\.)?([^'.]+)' doesn't exist/i],
  ['other', /no such function: (\S+)/i],
  ['other', /function (?:\S+\.)?([^\s(.]+)(?:\(.*\))? does not exist/i],
  ['other', /(?:near|at or near) ["']([\p{L}\p{N}_]+)/iu],
];

/**
 * Interprets a driver's error about a prepared statement.
 *
 * @returns undefined for other errors: a lost connection, a lock
 */
export function failureOf(error: unknown, dialect: Dialect): PrepareFailure | undefined {
  const thrown = (error ?? {}) as Thrown;
  if (typeof thrown.message !== 'string' || !isAboutStatement(thrown, dialect)) return undefined;
  const { message } = thrown;
  for (const [kind, pattern] of NAMES) {
    const name = pattern.exec(message)?.[1];
    if (name !== undefined) return { kind, message, name };
  }
  return { kind: 'other', message, name: undefined };
}

function isAboutStatement({ code, errcode, sqlState }: Thrown, dialect: Dialect): boolean {
  if (dialect === 'sqlite') return errcode === 1;
  const state = dialect === 'mysql' ? sqlState : code;
  return typeof state === 'string' && OF_STATEMENT.test(state);
}
