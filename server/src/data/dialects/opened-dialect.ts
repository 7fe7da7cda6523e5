import type { Dialect, QueryResult } from 'kysely';

/**
 * Runs one statement without Kysely, once the driver has been initialised.
 *
 * @param writing the caller is in a transaction that may write
 * @returns nothing where Kysely is to run the statement
 */
export type DirectExecutor = (
  sql: string,
  parameters: readonly unknown[],
  writing: boolean,
) => Promise<QueryResult<unknown>> | undefined;

/** A database's dialect for Kysely. */
export interface OpenedDialect {
  readonly dialect: Dialect;
  readonly execute?: DirectExecutor;
}
