import { MARK, sqlForbidden } from '@platform/mapper';
import type {
  AbortableOperationOptions,
  CompiledQuery,
  ConnectionProvider,
  DatabaseConnection,
  Driver,
  QueryResult,
  TransactionSettings,
} from 'kysely';

/**
 * Limits a statement to the current tenant.
 *
 * @param text in which each {@link MARK} stands for the next value
 * @throws TENANT_QUERY_REFUSED, TENANT_MISMATCH, TENANT_REQUIRED, SQL_FORBIDDEN
 */
export type Limit = (text: string, values: readonly unknown[]) => Promise<CompiledQuery>;

/** Connections lent to applications, and the database connections behind them. (security 14) */
export class LentConnections {
  readonly #limit: Limit;
  readonly #lent = new WeakMap<DatabaseConnection, DatabaseConnection>();

  constructor(limit: Limit) {
    this.#limit = limit;
  }

  /** Lends connections of another provider for the duration of a callback. */
  provider(base: ConnectionProvider): ConnectionProvider {
    const lend = <T>(
      work: (connection: DatabaseConnection) => Promise<T>,
      options?: AbortableOperationOptions,
    ): Promise<T> =>
      base.provideConnection(async (inner) => {
        const connection = this.#guarded();
        this.#lent.set(connection, inner);
        try {
          return await work(connection);
        } finally {
          this.#lent.delete(connection);
        }
      }, options);
    return { provideConnection: lend };
  }

  /** A driver for transactions on lent connections. It opens and closes nothing. */
  driver(driver: Driver): Driver {
    const behind = (connection: DatabaseConnection): DatabaseConnection => this.#behind(connection);
    return Object.freeze({
      init: () => Promise.resolve(),
      acquireConnection: () => Promise.reject(ended()),
      releaseConnection: () => Promise.resolve(),
      beginTransaction: async (connection: DatabaseConnection, settings: TransactionSettings) =>
        driver.beginTransaction(behind(connection), settings),
      commitTransaction: async (connection: DatabaseConnection) =>
        driver.commitTransaction(behind(connection)),
      rollbackTransaction: async (connection: DatabaseConnection) =>
        driver.rollbackTransaction(behind(connection)),
      savepoint: () => Promise.reject(noSavepoint()),
      rollbackToSavepoint: () => Promise.reject(noSavepoint()),
      releaseSavepoint: () => Promise.reject(noSavepoint()),
      // The pool belongs to the host.
      destroy: () => Promise.resolve(),
    });
  }

  #behind(connection: DatabaseConnection): DatabaseConnection {
    const inner = this.#lent.get(connection);
    if (!inner) throw ended();
    return inner;
  }

  /** Limits every statement, regardless of what compiled it. */
  #guarded(): DatabaseConnection {
    const limited = async ({ sql, parameters }: CompiledQuery): Promise<CompiledQuery> => {
      const text: unknown = sql;
      const values = [...parameters];
      if (typeof text !== 'string' || text.split(MARK).length - 1 !== values.length) {
        throw sqlForbidden(
          'it runs a query that was compiled elsewhere',
          'Use the query builder, or its sql.',
        );
      }
      return this.#limit(text, values);
    };
    const behind = (): DatabaseConnection => this.#behind(connection);
    const connection: DatabaseConnection = Object.freeze({
      executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> =>
        behind().executeQuery<R>(await limited(query)),
      streamQuery: async function* <R>(query: CompiledQuery, chunkSize: number) {
        yield* behind().streamQuery<R>(await limited(query), chunkSize);
      },
    });
    return connection;
  }
}

const ended = () =>
  sqlForbidden('it uses a connection after its callback', 'Use the connection inside the callback.');

const noSavepoint = () =>
  sqlForbidden('it sets a savepoint', "Run this part in its own transaction (propagation: 'requiresNew').");
