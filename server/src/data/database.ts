import type { Dialect, Tables } from '@platform/mapper';
import type { IsolationLevel, Kysely } from 'kysely';
import { serviceToken } from '../kernel/index.ts';
import type { HostSchema } from './schema/index.ts';

export type { Dialect };

export interface TransactionOptions {
  /** Starts an own transaction even inside another. Default: joins it. */
  readonly requiresNew?: boolean;
  /** Default: the database's own. SQLite is always serializable. */
  readonly isolation?: IsolationLevel;
  /** Refuses writes. */
  readonly readOnly?: boolean;
}

export interface RawResult<Row> {
  readonly rows: Row[];
  /** Rows that an insert, update or delete changed. */
  readonly affectedRows: number;
}

export interface StatementOptions {
  readonly ignoreTenant?: boolean;
  /** File, statement and line that a refusal names. */
  readonly place?: string;
}

export interface ScriptResult {
  readonly statements: number;
  readonly durationMs: number;
}

/**
 * The database of the host. Values are the same on every dialect: booleans, numbers for identifiers and counts, ISO
 * timestamps in UTC with milliseconds, strings for decimals, text for JSON. (design 2.1, 9.1)
 */
export interface Database {
  readonly dialect: Dialect;
  /**
   * Query builder of the transaction that is open in this asynchronous flow, else of the pool. On tables with a
   * `tenant_id` column the tenant of the request context is applied: reads, updates and deletes are filtered (no tenant:
   * no rows), inserts are filled. Time and actor columns are filled by themselves.
   *
   * @throws TENANT_MISMATCH (403) when another tenant is written by hand
   * @throws TENANT_REQUIRED (403) when a row is inserted and no tenant is in context
   * @throws TENANT_QUERY_REFUSED when a query cannot be filtered
   */
  readonly query: Kysely<HostSchema>;
  /**
   * The same as applications get it: select, insert, update and delete only, and of the host's tables what applications may read.
   *
   * @throws SQL_FORBIDDEN
   */
  readonly applicationQuery: Kysely<HostSchema>;
  /** A transaction is open in this asynchronous flow. */
  readonly inTransaction: boolean;
  /**
   * Runs `work` in a transaction; a throw rolls it back. A nested call joins the outer transaction, and when it throws
   * the outer one can only roll back.
   *
   * @throws TRANSACTION_ROLLED_BACK when a joined part failed and its error was swallowed
   * @throws TRANSACTION_NESTED_WRITE on SQLite, when `requiresNew` is asked for inside a transaction that writes
   */
  transaction<T>(work: () => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Runs `work` after the outermost transaction has committed, never when it rolled back; at once when none is open. */
  afterCommit(work: () => void | Promise<void>): void;
  /** Whether there is a table of that name, in whatever case. */
  hasTable(table: string): Promise<boolean>;
  /** Names, in lower case, of the tables that have a `tenant_id` column. */
  tenantTables(): Promise<ReadonlySet<string>>;
  /** Looks tables and columns up again. Scripts and schema builders of this service do it by themselves. */
  refreshTenantTables(): Promise<void>;
  /**
   * Runs every statement of a script in order; in one transaction where the dialect's data definition is transactional
   * (SQLite, PostgreSQL). No tenant filter.
   *
   * @throws SQL_SCRIPT_INVALID when the script cannot be split
   * @throws SQL_STATEMENT_FAILED with number and line of the statement that failed
   */
  executeScript(sql: string): Promise<ScriptResult>;
  /**
   * Runs one statement in the dialect's own syntax (`?`, on PostgreSQL `$1`), in the current transaction. No tenant
   * filter: the caller has applied it.
   */
  raw<Row = Record<string, unknown>>(sql: string, parameters?: readonly unknown[]): Promise<RawResult<Row>>;
  /**
   * Runs one statement in the dialect's own syntax, in which each {@link MARK} stands for the next parameter, in the
   * current transaction and with the rules of {@link query}: filtered by tenant, inserts filled.
   *
   * @throws TENANT_MISMATCH, TENANT_REQUIRED, TENANT_QUERY_REFUSED, SQL_FORBIDDEN
   */
  statement<Row = Record<string, unknown>>(
    text: string,
    parameters: readonly unknown[],
    options?: StatementOptions,
  ): Promise<RawResult<Row>>;
  /** What there is, and which columns of each table the data layer looks after. */
  tables(): Promise<Tables>;
  /** The columns of each table and their types as one text, by the table's name in lower case. */
  describeTables(): Promise<ReadonlyMap<string, string>>;
  /**
   * Prepares one statement in the dialect's own syntax, and runs nothing.
   *
   * @throws what the driver throws where the database does not take it
   */
  prepare(sql: string): Promise<void>;
  /** Answers when the database does. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export const DATABASE = serviceToken<Database>('database');
