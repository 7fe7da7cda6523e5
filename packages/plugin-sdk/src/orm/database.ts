import type { Kysely } from 'kysely';
import type { TransactionOptions } from './transactional.ts';

/** The database, limited to the tenant, in the current transaction. (design 3.5) */
export abstract class Database {
  abstract readonly dialect: 'sqlite' | 'mysql' | 'postgres';
  /** Returns a query builder over the tables of `Schema`, in the current transaction. */
  abstract query<Schema>(): Kysely<Schema>;
  /** Runs `work` in a transaction; any throw rolls back. */
  abstract transaction<T>(work: () => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Runs `work` after the current transaction has committed, or at once without one. */
  abstract afterCommit(work: () => void | Promise<void>): void;
}
