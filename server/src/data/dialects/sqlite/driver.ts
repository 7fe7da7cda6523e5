import type { DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely';
import { SqliteConnection } from './connection.ts';
import { untilFree } from './busy.ts';
import { SqliteHandle } from './handle.ts';
import { WriterLock } from './writer-lock.ts';

/** Maximum wait for another flow or process, in milliseconds. */
const BUSY_LIMIT_MS = 30_000;
/** The writer polls instead of blocking the process while another process writes. */
const WRITER = [
  'busy_timeout = 5000',
  'journal_mode = wal',
  'synchronous = normal',
  'foreign_keys = on',
  'busy_timeout = 0',
];
const READER = ['query_only = on', 'busy_timeout = 5000'];

/**
 * One connection writes, others read.
 *
 * A transaction is isolated from other flows, and readers do not wait for writers. In memory,
 * where connections share nothing, the writer also reads.
 */
export class SqliteDriver implements Driver {
  readonly #file: string;
  readonly #assertMayWait: () => void;
  readonly #lock = new WriterLock(BUSY_LIMIT_MS);
  readonly #idle: SqliteHandle[] = [];
  #writer: SqliteHandle | undefined;
  #reader: SqliteHandle | undefined;

  /**
   * @param assertMayWait throws when the calling flow holds the writer and would wait for itself
   */
  constructor(file: string, assertMayWait: () => void) {
    this.#file = file;
    this.#assertMayWait = assertMayWait;
  }

  async init(): Promise<void> {
    this.#writer = new SqliteHandle(this.#file, WRITER);
    if (this.#file !== ':memory:') this.#reader = new SqliteHandle(this.#file, READER);
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return new SqliteConnection(this);
  }

  async releaseConnection(connection: SqliteConnection): Promise<void> {
    if (connection.pinned) await this.rollbackTransaction(connection);
  }

  async beginTransaction(connection: SqliteConnection, settings: TransactionSettings): Promise<void> {
    if (settings.accessMode === 'read only' && this.#reader) {
      const reader = this.#idle.pop() ?? new SqliteHandle(this.#file, READER);
      reader.command('begin');
      connection.pin(reader, () => void this.#idle.push(reader));
      return;
    }
    const writer = await this.#lockWriter();
    try {
      await untilFree(() => writer.command('begin immediate'), BUSY_LIMIT_MS);
    } catch (error) {
      this.#lock.release();
      throw error;
    }
    if (settings.accessMode === 'read only') writer.command('pragma query_only = on');
    connection.pin(writer, () => {
      if (settings.accessMode === 'read only') writer.command('pragma query_only = off');
      this.#lock.release();
    });
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    connection.command('commit');
    connection.unpin();
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    try {
      connection.rollBack();
    } finally {
      connection.unpin();
    }
  }

  async savepoint(connection: SqliteConnection, name: string): Promise<void> {
    connection.command(`savepoint "${name}"`);
  }

  async rollbackToSavepoint(connection: SqliteConnection, name: string): Promise<void> {
    connection.command(`rollback to "${name}"`);
  }

  async releaseSavepoint(connection: SqliteConnection, name: string): Promise<void> {
    connection.command(`release "${name}"`);
  }

  async destroy(): Promise<void> {
    for (const reader of [...this.#idle.splice(0), this.#reader]) reader?.close();
    this.#writer?.close();
  }

  /** Runs one statement outside of any transaction. */
  async executeAlone<R>(
    sql: string,
    parameters: readonly unknown[],
    reads: boolean,
  ): Promise<QueryResult<R>> {
    if (reads && this.#reader) return this.#reader.execute<R>(sql, parameters);
    const writer = await this.#lockWriter();
    try {
      return await untilFree<QueryResult<R>>(() => writer.execute(sql, parameters), BUSY_LIMIT_MS);
    } finally {
      this.#lock.release();
    }
  }

  /** Runs one statement of the writing transaction, in which the caller is. */
  async executeWriting<R>(sql: string, parameters: readonly unknown[]): Promise<QueryResult<R>> {
    return this.#opened().execute<R>(sql, parameters);
  }

  schemaChanged(): void {
    for (const handle of [...this.#idle, this.#reader, this.#writer]) handle?.forget();
  }

  async #lockWriter(): Promise<SqliteHandle> {
    this.#assertMayWait();
    const waiting = this.#lock.acquire();
    if (waiting) await waiting;
    return this.#opened();
  }

  #opened(): SqliteHandle {
    if (!this.#writer) throw new Error('The SQLite driver has not been initialized.');
    return this.#writer;
  }
}
