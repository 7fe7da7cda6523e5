import type { Dialect, QueryResult } from 'kysely';

/**
 * Runs one statement without Kysely, once the driver is initialised.
 *
 * @param writing whether the caller is in a transaction that may write
 * @returns undefined for a statement that Kysely has to run
 */
export type DirectExecutor = (
  sql: string,
  parameters: readonly unknown[],
  writing: boolean,
) => Promise<QueryResult<unknown>> | undefined;

/** Connections to a database server. */
export interface PoolUsage {
  readonly active: number;
  readonly idle: number;
  /** Callers that wait for a connection. */
  readonly pending: number;
  readonly max: number;
}

/** A database's dialect for Kysely. */
export interface OpenedDialect {
  readonly dialect: Dialect;
  readonly execute?: DirectExecutor;
  /** Options of a database server. */
  readonly poolUsage?: () => PoolUsage;
}
