import { DEFAULT_TENANT, requestContext, serviceToken, type Logger } from '../../kernel/index.ts';
import type { Database } from '../database.ts';
import type { Ids } from '../ids/ids.ts';
import { withSchemaLock } from '../migrations/schema-lock.ts';
import type { SqlDatabase } from '../sql-database.ts';

/** Row of `sys_config` that marks initial data as imported. (spec: Init criterion) */
export const INIT_MARKER = 'platform.init.version';

const DATA_VERSION = '1.0.0';

/** Row of `sys_config` with the last addition that this database has; none before the first. */
const ADDITIONS = 'platform.init.additions';

/**
 * Imports data needed before the first use, as the default tenant. It must be safe to run twice.
 */
export type InitialDataImport = (database: Database) => Promise<void>;

/** Collects the initial data of modules during their setup. */
export class InitialData {
  readonly #imports = new Map<string, InitialDataImport>();
  readonly #additions = new Map<number, InitialDataImport>();

  register(name: string, work: InitialDataImport): void {
    this.#imports.set(name, work);
  }

  /**
   * Adds what a later version of the host brings to databases that an earlier one has imported.
   * It runs once: what operators have removed since stays removed. (spec: V8)
   *
   * @param number counts up from 1
   */
  add(number: number, work: InitialDataImport): void {
    this.#additions.set(number, work);
  }

  /**
   * Runs all imports in one transaction, then `operatorFiles`, unless the marker exists. With the
   * marker, runs the additions that the database lacks.
   *
   * A failure leaves no marker, so that the next start tries again.
   *
   * @returns whether the imports ran
   */
  async importOnce(
    database: SqlDatabase,
    ids: Ids,
    logger: Logger,
    operatorFiles: () => Promise<void> = () => Promise.resolve(),
  ): Promise<boolean> {
    return requestContext.runAs(DEFAULT_TENANT, async () => {
      if ((await isImported(database)) && (await this.#lacking(database)).length === 0) return false;
      return withSchemaLock(database, async () => {
        if (await isImported(database)) {
          await database.transaction(() => this.#addLacking(database, ids, logger));
          return false;
        }
        await database.transaction(async () => {
          for (const work of this.#imports.values()) await work(database);
          await markAdditions(database, ids, Math.max(0, ...this.#additions.keys()));
        });
        // MySQL commits at each definition: its scripts need the host's rows to be committed.
        await operatorFiles();
        await mark(database, ids);
        logger.info('Initial data was imported', { parts: [...this.#imports.keys()] });
        return true;
      });
    });
  }

  async #addLacking(database: Database, ids: Ids, logger: Logger): Promise<void> {
    for (const number of await this.#lacking(database)) {
      await this.#additions.get(number)?.(database);
      await markAdditions(database, ids, number);
      logger.info('Data of this version was added', { addition: number });
    }
  }

  /** Additions that the database does not have yet, in their order. */
  async #lacking(database: Database): Promise<readonly number[]> {
    const last = Number((await settingOf(database, ADDITIONS))?.config_value ?? 0);
    return [...this.#additions.keys()].filter((number) => number > last).sort((a, b) => a - b);
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

const marker = (database: Database): Promise<Setting | undefined> => settingOf(database, INIT_MARKER);

interface Setting {
  readonly config_value: string | null;
}

function settingOf(database: Database, key: string): Promise<Setting | undefined> {
  return database.query
    .selectFrom('sys_config')
    .select('config_value')
    .where('config_key', '=', key)
    .executeTakeFirst();
}

const mark = (database: Database, ids: Ids): Promise<void> =>
  addSetting(database, ids, 'Version of the initial data', INIT_MARKER, DATA_VERSION);

async function markAdditions(database: Database, ids: Ids, last: number): Promise<void> {
  const name = 'Last addition to the initial data';
  if (!(await settingOf(database, ADDITIONS))) {
    await addSetting(database, ids, name, ADDITIONS, String(last));
    return;
  }
  await database.query
    .updateTable('sys_config')
    .set({ config_value: String(last) })
    .where('config_key', '=', ADDITIONS)
    .execute();
}

/** @param name for people */
async function addSetting(
  database: Database,
  ids: Ids,
  name: string,
  key: string,
  value: string,
): Promise<void> {
  await database.query
    .insertInto('sys_config')
    .values({
      config_id: ids.next(),
      config_name: name,
      config_key: key,
      config_value: value,
      // No application has an empty code, so no site-config endpoint shows the row.
      config_category: '',
      is_system: true,
    })
    .execute();
}
