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
 * A statement as the tenant in context may run it.
 *
 * @param text in which each {@link MARK} stands for the next value
 * @throws TENANT_QUERY_REFUSED, TENANT_MISMATCH, TENANT_REQUIRED, SQL_FORBIDDEN
 */
export type Limit = (text: string, values: readonly unknown[]) => Promise<CompiledQuery>;

/** The connections that applications have in hand, and those of the database that stand behind them. (findings: security 14) */
export class LentConnections {
  readonly #limit: Limit;
  readonly #lent = new WeakMap<DatabaseConnection, DatabaseConnection>();

  constructor(limit: Limit) {
    this.#limit = limit;
  }

  /** Lends connections of another provider, each until the work with it has ended. */
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

  /** Transactions on connections that are lent; it opens and closes nothing. */
  driver(driver: () => Driver): Driver {
    const behind = (connection: DatabaseConnection): DatabaseConnection => this.#behind(connection);
    return Object.freeze({
      init: () => Promise.resolve(),
      acquireConnection: () => Promise.reject(ended()),
      releaseConnection: () => Promise.resolve(),
      beginTransaction: async (connection: DatabaseConnection, settings: TransactionSettings) =>
        driver().beginTransaction(behind(connection), settings),
      commitTransaction: async (connection: DatabaseConnection) =>
        driver().commitTransaction(behind(connection)),
      rollbackTransaction: async (connection: DatabaseConnection) =>
        driver().rollbackTransaction(behind(connection)),
      savepoint: () => Promise.reject(noSavepoint()),
      rollbackToSavepoint: () => Promise.reject(noSavepoint()),
      releaseSavepoint: () => Promise.reject(noSavepoint()),
      // The pool is the host's.
      destroy: () => Promise.resolve(),
    });
  }

  #behind(connection: DatabaseConnection): DatabaseConnection {
    const inner = this.#lent.get(connection);
    if (!inner) throw ended();
    return inner;
  }

  /** Every statement goes through here, whoever has compiled it. */
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
  sqlForbidden('it uses a connection that is not lent to it', 'Use the connection inside of its callback.');

const noSavepoint = () =>
  sqlForbidden(
    'it sets a savepoint',
    "Run the part in a transaction of its own (propagation: 'requiresNew').",
  );
