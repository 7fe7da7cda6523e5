import { SelectQueryNode, type CompiledQuery, type DatabaseConnection, type QueryResult } from 'kysely';
import type { SqliteHandle } from './handle.ts';

/** Runs what belongs to no transaction. */
interface StatementRunner {
  executeAlone<R>(query: CompiledQuery, reads: boolean): Promise<QueryResult<R>>;
  /** After a change of the schema: no connection may go by columns that it knew before. */
  schemaChanged(): void;
}

const reading = /^\s*(select|values|explain)\b/i;
const dataStatement = /^\s*(select|values|explain|insert|update|delete|replace|with)\b/i;

/** What Kysely takes for a connection; it has a database connection of its own only inside a transaction. */
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

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = this.#handle
      ? this.#handle.execute<R>(query.sql, query.parameters)
      : await this.#driver.executeAlone<R>(query, SelectQueryNode.is(query.query) || reading.test(query.sql));
    if (!dataStatement.test(query.sql)) this.#driver.schemaChanged();
    return result;
  }

  async *streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    const { rows } = await this.executeQuery<R>(query);
    for (let start = 0; start < rows.length; start += chunkSize) {
      yield { rows: rows.slice(start, start + chunkSize) };
    }
  }
}
