import { Database as SdkDatabase, type TransactionOptions } from '@platform/plugin-sdk/orm';
import type { Kysely } from 'kysely';
import type { Database } from '../../data/index.ts';

/** {@link SdkDatabase} over the host's database. */
export class PluginDatabase extends SdkDatabase {
  readonly #database: Database;

  constructor(database: Database) {
    super();
    this.#database = database;
  }

  override get dialect(): SdkDatabase['dialect'] {
    return this.#database.dialect;
  }

  override query<Schema>(): Kysely<Schema> {
    return this.#database.applicationQuery as unknown as Kysely<Schema>;
  }

  override transaction<T>(work: () => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    const { propagation, ...rest } = options;
    return this.#database.transaction(work, { ...rest, requiresNew: propagation === 'requiresNew' });
  }

  override afterCommit(work: () => void | Promise<void>): void {
    this.#database.afterCommit(work);
  }
}
