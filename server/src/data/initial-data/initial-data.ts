import { DEFAULT_TENANT, requestContext, serviceToken, type Logger } from '../../kernel/index.ts';
import type { Database } from '../database.ts';
import type { Ids } from '../ids/ids.ts';
import { withSchemaLock } from '../migrations/schema-lock.ts';
import type { SqlDatabase } from '../sql-database.ts';

/** Row of `sys_config` that marks initial data as imported. (spec: Init criterion) */
export const INIT_MARKER = 'platform.init.version';

const DATA_VERSION = '1.0.0';

/**
 * Imports data needed before the first use, as the default tenant. It must be safe to run twice.
 */
export type InitialDataImport = (database: Database) => Promise<void>;

/** Collects the initial data of modules during their setup. */
export class InitialData {
  readonly #imports = new Map<string, InitialDataImport>();

  register(name: string, work: InitialDataImport): void {
    this.#imports.set(name, work);
  }

  /**
   * Runs all imports in one transaction, then `operatorFiles`, unless the marker exists.
   *
   * A failure leaves no marker, so that the next start tries again.
   *
   * @returns whether they ran
   */
  async importOnce(
    database: SqlDatabase,
    ids: Ids,
    logger: Logger,
    operatorFiles: () => Promise<void> = () => Promise.resolve(),
  ): Promise<boolean> {
    return requestContext.runAs(DEFAULT_TENANT, async () => {
      if (await isImported(database)) return false;
      return withSchemaLock(database, async () => {
        if (await isImported(database)) return false;
        await database.transaction(() => this.#import(database));
        // MySQL commits at each definition: its scripts need the host's rows to be committed.
        await operatorFiles();
        await mark(database, ids);
        logger.info('Initial data was imported', { parts: [...this.#imports.keys()] });
        return true;
      });
    });
  }

  async #import(database: Database): Promise<void> {
    for (const work of this.#imports.values()) await work(database);
  }
}

export const INITIAL_DATA = serviceToken<InitialData>('initial data');

/** Version of the initial data that a database has, which may lack the host's tables. */
export async function importedVersion(database: SqlDatabase): Promise<string | undefined> {
  if (!(await database.hasTable('sys_config'))) return undefined;
  const row = await requestContext.runAs(DEFAULT_TENANT, () => marker(database));
  return row?.config_value ?? undefined;
}

const isImported = async (database: Database): Promise<boolean> => (await marker(database)) !== undefined;

function marker(database: Database): Promise<{ config_value: string | null } | undefined> {
  return database.query
    .selectFrom('sys_config')
    .select('config_value')
    .where('config_key', '=', INIT_MARKER)
    .executeTakeFirst();
}

async function mark(database: Database, ids: Ids): Promise<void> {
  await database.query
    .insertInto('sys_config')
    .values({
      config_id: ids.next(),
      config_name: 'Version of the initial data',
      config_key: INIT_MARKER,
      config_value: DATA_VERSION,
      // No application has an empty code, so no site-config endpoint shows the row.
      config_category: '',
      is_system: true,
    })
    .execute();
}
