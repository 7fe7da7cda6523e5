import { DEFAULT_TENANT, requestContext, serviceToken, type Logger } from '../../kernel/index.ts';
import type { Database } from '../database.ts';
import type { Ids } from '../ids/ids.ts';
import { withSchemaLock } from '../migrations/schema-lock.ts';
import type { SqlDatabase } from '../sql-database.ts';

/** Row of `sys_config` that says that initial data was imported; without it the next start imports again. (spec: Init criterion) */
export const INIT_MARKER = 'platform.init.version';

const DATA_VERSION = '1.0.0';

/** Imports what must be there before the first use; runs as the default tenant, and must bear being run again. */
export type InitialDataImport = (database: Database) => Promise<void>;

/** Where modules put their part of the initial data while they are set up. */
export class InitialData {
  readonly #imports = new Map<string, InitialDataImport>();

  register(name: string, work: InitialDataImport): void {
    this.#imports.set(name, work);
  }

  /** Runs every import, in one transaction, unless the marker is there. @returns whether it did */
  async importOnce(database: SqlDatabase, ids: Ids, logger: Logger): Promise<boolean> {
    return requestContext.runAs(DEFAULT_TENANT, async () => {
      if (await isImported(database)) return false;
      return withSchemaLock(database, async () => {
        if (await isImported(database)) return false;
        await database.transaction(() => this.#import(database, ids));
        logger.info('Initial data was imported', { parts: [...this.#imports.keys()] });
        return true;
      });
    });
  }

  async #import(database: SqlDatabase, ids: Ids): Promise<void> {
    for (const work of this.#imports.values()) await work(database);
    await database.query
      .insertInto('sys_config')
      .values({
        config_id: ids.next(),
        config_name: 'Version of the initial data',
        config_key: INIT_MARKER,
        config_value: DATA_VERSION,
        // No application's code is empty, so no site-config endpoint shows it.
        config_category: '',
        is_system: true,
      })
      .execute();
  }
}

export const INITIAL_DATA = serviceToken<InitialData>('initial data');

async function isImported(database: Database): Promise<boolean> {
  const row = await database.query
    .selectFrom('sys_config')
    .select('config_id')
    .where('config_key', '=', INIT_MARKER)
    .executeTakeFirst();
  return row !== undefined;
}
