import type {
  CompiledQuery,
  DatabaseConnection,
  Dialect,
  Driver,
  QueryResult,
  TransactionSettings,
} from 'kysely';
import type { ServerConfig } from './config.ts';
import { namingLoss, type Moment } from './lost-connection.ts';

/** Wraps a dialect whose errors name the database when it is unreachable. */
export function namingDialect(dialect: Dialect, config: ServerConfig): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => new NamingDriver(dialect.createDriver(), config),
    createIntrospector: (database) => dialect.createIntrospector(database),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
}

class NamingDriver implements Driver {
  readonly #driver: Driver;
  readonly #config: ServerConfig;

  constructor(driver: Driver, config: ServerConfig) {
    this.#driver = driver;
    this.#config = config;
  }

  init(): Promise<void> {
    return this.#driver.init();
  }

  async acquireConnection(): Promise<NamedConnection> {
    const connection = await this.#naming('connect', this.#driver.acquireConnection());
    return new NamedConnection(connection, this.#config);
  }

  beginTransaction({ inner }: NamedConnection, settings: TransactionSettings): Promise<void> {
    return this.#naming('statement', this.#driver.beginTransaction(inner, settings));
  }

  commitTransaction({ inner }: NamedConnection): Promise<void> {
    return this.#naming('commit', this.#driver.commitTransaction(inner));
  }

  /** A lost connection has rolled back; the caller should see what ended the transaction. */
  async rollbackTransaction({ inner }: NamedConnection): Promise<void> {
    try {
      await this.#driver.rollbackTransaction(inner);
    } catch (error) {
      if (namingLoss(this.#config, 'statement', error) === error) throw error;
    }
  }

  releaseConnection({ inner }: NamedConnection): Promise<void> {
    return this.#driver.releaseConnection(inner);
  }

  destroy(): Promise<void> {
    return this.#driver.destroy();
  }

  #naming<T>(moment: Moment, work: Promise<T>): Promise<T> {
    return work.catch((error: unknown) => {
      throw namingLoss(this.#config, moment, error);
    });
  }
}

class NamedConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection;
  readonly #config: ServerConfig;

  constructor(inner: DatabaseConnection, config: ServerConfig) {
    this.inner = inner;
    this.#config = config;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      return await this.inner.executeQuery<R>(query);
    } catch (error) {
      throw namingLoss(this.#config, 'statement', error);
    }
  }

  async *streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    try {
      yield* this.inner.streamQuery<R>(query, chunkSize);
    } catch (error) {
      throw namingLoss(this.#config, 'statement', error);
    }
  }
}
