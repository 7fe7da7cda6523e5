import type { Kysely } from 'kysely';
import type { TransactionOptions } from './transactional.ts';

/** The host's database as an application sees it: filtered by tenant, in the current transaction. (design 3.5) */
export abstract class Database {
  abstract readonly dialect: 'sqlite' | 'mysql' | 'postgres';
  /** A query builder over the tables that `Schema` describes, in the transaction of the current work if one is open. */
  abstract query<Schema>(): Kysely<Schema>;
  /** Runs `work` in a transaction; any throw rolls back. */
  abstract transaction<T>(work: () => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Runs `work` when the current transaction has been committed; at once where none is open. */
  abstract afterCommit(work: () => void | Promise<void>): void;
}
