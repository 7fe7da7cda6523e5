import type { Dialect, RowReach, ScopedRows, Tables } from '@platform/mapper';
import type { IsolationLevel, Kysely } from 'kysely';
import { serviceToken, type Undo } from '../kernel/index.ts';
import type { TableColumns } from './catalog/columns.ts';
import type { PoolUsage } from './dialects/opened-dialect.ts';
import type { HostSchema } from './schema/index.ts';

export type { Dialect };

export interface TransactionOptions {
  /** Starts a new transaction inside another. Default: joins the outer one. */
  readonly requiresNew?: boolean;
  /** Default: that of the database. SQLite is always serializable. */
  readonly isolation?: IsolationLevel;
  /** Refuses writes. */
  readonly readOnly?: boolean;
}

export interface RawResult<Row> {
  readonly rows: Row[];
  /** Number of rows that an insert, update or delete changed. */
  readonly affectedRows: number;
}

export interface StatementOptions {
  readonly ignoreTenant?: boolean;
  /** Limits the rows of one table to what the caller sees. */
  readonly scoped?: { readonly rows: ScopedRows; readonly reach: RowReach };
  /** File, statement and line for messages. */
  readonly place?: string;
}

export interface ScriptResult {
  readonly statements: number;
  readonly durationMs: number;
}

/**
 * The database of the host.
 *
 * Values are the same on every dialect: booleans, numbers for identifiers and counts, ISO
 * timestamps in UTC with milliseconds, strings for decimals, text for JSON. (design 2.1, 9.1)
 */
export interface Database {
  readonly dialect: Dialect;
  /**
   * Query builder of the transaction open in this asynchronous flow, or of the pool.
   *
   * Tables with a `tenant_id` column are limited to the tenant of the request context: reads,
   * updates and deletes are filtered (without a tenant: no rows), inserts are filled. Time and
   * actor columns are filled, too.
   *
   * @throws TENANT_MISMATCH (403) when another tenant is written explicitly
   * @throws TENANT_REQUIRED (403) when a row is inserted without a tenant in context
   * @throws TENANT_QUERY_REFUSED when a query cannot be filtered
   */
  readonly query: Kysely<HostSchema>;
  /**
   * The query builder for applications: data statements only, and readable host columns only.
   *
   * @throws SQL_FORBIDDEN
   */
  readonly applicationQuery: Kysely<HostSchema>;
  /** Whether a transaction is open in this asynchronous flow. */
  readonly inTransaction: boolean;
  /** Connections to the server; undefined for an embedded database. */
  poolUsage(): PoolUsage | undefined;
  /**
   * Runs `work` in a transaction; an exception rolls it back.
   *
   * A nested call joins the outer transaction, which can only roll back once a part has failed.
   *
   * @throws TRANSACTION_ROLLED_BACK when a joined part failed and its error was swallowed
   * @throws TRANSACTION_NESTED_WRITE on SQLite for `requiresNew` inside a writing transaction
   */
  transaction<T>(work: () => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Runs `work` after the commit of the outermost transaction, or at once when none is open.
   *
   * A rollback drops it.
   */
  afterCommit(work: () => void | Promise<void>): void;
  /** Whether a table of that name exists, in any case. */
  hasTable(table: string): Promise<boolean>;
  /** Lower-case names of tables with a `tenant_id` column. */
  tenantTables(): Promise<ReadonlySet<string>>;
  /**
   * Reads tables and columns again, because this host has changed some. Scripts and schema builders
   * of this service do so themselves.
   */
  refreshTenantTables(): Promise<void>;
  /** @param listener is called after this host has changed tables or columns */
  onSchemaChange(listener: () => void): Undo;
  /** Reads tables and columns again, because another host has changed some. */
  rereadTables(): Promise<void>;
  /**
   * Runs every statement of a script in order, without tenant filter.
   *
   * Runs in one transaction where data definition is transactional (SQLite, PostgreSQL).
   *
   * @throws SQL_SCRIPT_INVALID when the script cannot be split
   * @throws SQL_STATEMENT_FAILED with number and line of the failed statement
   */
  executeScript(sql: string): Promise<ScriptResult>;
  /**
   * Runs one statement in the dialect's syntax (`?`, on PostgreSQL `$1`), without tenant filter.
   *
   * It joins the current transaction.
   */
  raw<Row = Record<string, unknown>>(sql: string, parameters?: readonly unknown[]): Promise<RawResult<Row>>;
  /**
   * Runs one statement in which each {@link MARK} stands for the next parameter.
   *
   * It joins the current transaction and follows the rules of {@link query}.
   *
   * @throws TENANT_MISMATCH, TENANT_REQUIRED, TENANT_QUERY_REFUSED, SQL_FORBIDDEN
   */
  statement<Row = Record<string, unknown>>(
    text: string,
    parameters: readonly unknown[],
    options?: StatementOptions,
  ): Promise<RawResult<Row>>;
  /** Tables of the database, and their columns that the data layer maintains. */
  tables(): Promise<Tables>;
  /** Columns of each table with their declared types; names in lower case. */
  tableColumns(): Promise<ReadonlyMap<string, TableColumns>>;
  /**
   * Prepares one statement in the dialect's syntax without running it.
   *
   * @throws what the driver throws when the database rejects it
   */
  prepare(sql: string): Promise<void>;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export const DATABASE = serviceToken<Database>('database');
