import { SelectQueryNode, type CompiledQuery, type DatabaseConnection, type QueryResult } from 'kysely';
import type { SqliteHandle } from './handle.ts';
import { isDataStatement, isReading } from './verbs.ts';

/** Runs statements outside of transactions. */
interface StatementRunner {
  executeAlone<R>(sql: string, parameters: readonly unknown[], reads: boolean): Promise<QueryResult<R>>;
  /** Invalidates prepared statements, whose columns may have changed. */
  schemaChanged(): void;
}

/** A connection for Kysely. It has a database handle of its own only inside a transaction. */
export class SqliteConnection implements DatabaseConnection {
  readonly #driver: StatementRunner;
  #handle: SqliteHandle | undefined;
  #release: (() => void) | undefined;

  constructor(driver: StatementRunner) {
    this.#driver = driver;
  }

  get pinned(): boolean {
    return this.#handle !== undefined;
  }

  pin(handle: SqliteHandle, release: () => void): void {
    this.#handle = handle;
    this.#release = release;
  }

  unpin(): void {
    const release = this.#release;
    this.#handle = undefined;
    this.#release = undefined;
    release?.();
  }

  command(sql: string): void {
    this.#handle?.command(sql);
  }

  rollBack(): void {
    this.#handle?.rollBack();
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = this.#handle
      ? this.#handle.execute<R>(query.sql, query.parameters)
      : await this.#driver.executeAlone<R>(
          query.sql,
          query.parameters,
          SelectQueryNode.is(query.query) || isReading(query.sql),
        );
    if (!isDataStatement(query.sql)) this.#driver.schemaChanged();
    return result;
  }

  async *streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    const { rows } = await this.executeQuery<R>(query);
    for (let start = 0; start < rows.length; start += chunkSize) {
      yield { rows: rows.slice(start, start + chunkSize) };
    }
  }
}
