import { requestContext, type Page, type PageQuery } from '../../kernel/index.ts';
import type { Database, Ids } from '../../data/index.ts';
import { changesOf } from '../shared/changes.ts';
import { conflict, found, notFound, unlessTaken } from '../shared/failures.ts';
import { allRows, contains, pageOfRows, type Ordering } from '../shared/paging.ts';

export interface ConfigRow {
  readonly configId: number;
  readonly configName: string | null;
  readonly configKey: string;
  readonly configValue: string | null;
  readonly configCategory: string | null;
  readonly isSystem: boolean;
  readonly remark: string | null;
  readonly createTime: string;
  readonly updateTime: string;
}

export interface ConfigFilter {
  readonly configName?: string;
  readonly configKey?: string;
  readonly configCategory?: string;
}

export interface ConfigInput {
  readonly configName?: string | null;
  readonly configKey: string;
  readonly configValue: string;
  readonly configCategory?: string | null;
  readonly remark?: string | null;
}

const ordering: Ordering = {
  columns: {
    configKey: 'config_key',
    configName: 'config_name',
    configCategory: 'config_category',
    updateTime: 'update_time',
  },
  by: 'config_key',
  direction: 'asc',
  unique: 'config_id',
};

/** The rows of `sys_config` of the tenant in context. */
export class ConfigRecords {
  readonly #database: Database;
  readonly #ids: Ids;

  constructor(database: Database, ids: Ids) {
    this.#database = database;
    this.#ids = ids;
  }

  list(filter: ConfigFilter, page: PageQuery): Promise<Page<ConfigRow>> {
    return pageOfRows(this.#select(filter), page, ordering);
  }

  export(filter: ConfigFilter, page: PageQuery): Promise<ConfigRow[]> {
    return allRows(this.#select(filter), page, ordering);
  }

  /** @throws RECORD_NOT_FOUND (404) */
  async get(configId: number): Promise<ConfigRow> {
    return found(
      await this.#select({}).where('config_id', '=', configId).executeTakeFirst(),
      'configuration',
    );
  }

  /** @throws CONFIG_KEY_TAKEN, CONFIG_BUILT_IN (409) */
  async create(input: ConfigInput): Promise<number> {
    await this.#assertNotOfHost(input.configKey);
    const configId = this.#ids.next();
    await unlessTaken(
      () => keyTaken(input.configKey),
      () =>
        this.#database.query
          .insertInto('sys_config')
          .values({ ...columnsOf(input), config_key: input.configKey, config_id: configId })
          .execute(),
    );
    return configId;
  }

  /** @throws RECORD_NOT_FOUND (404), CONFIG_KEY_TAKEN, CONFIG_BUILT_IN (409) */
  async update(configId: number, change: Partial<ConfigInput>): Promise<void> {
    const current = await this.get(configId);
    const { configKey = current.configKey } = change;
    if (current.isSystem) throw builtIn(current.configKey, 'only the host writes it');
    if (configKey !== current.configKey) await this.#assertNotOfHost(configKey);
    const columns = changesOf(columnsOf(change));
    if (!columns) return;
    await unlessTaken(
      () => keyTaken(configKey),
      () =>
        this.#database.query
          .updateTable('sys_config')
          .set(columns)
          .where('config_id', '=', configId)
          .execute(),
    );
  }

  /**
   * Writes the value of a key, with a new row where the tenant has none.
   *
   * @param category none: the row's, else the key's
   */
  async put(configKey: string, configValue: string, category?: string): Promise<void> {
    await this.#database.transaction(async () => {
      const row = await this.#database.query
        .selectFrom('sys_config')
        .where('config_key', '=', configKey)
        .select('config_id')
        .executeTakeFirst();
      const configCategory = category ?? (row ? undefined : categoryOf(configKey));
      const change = { configValue, ...(configCategory === undefined ? {} : { configCategory }) };
      if (row) await this.update(row.config_id, change);
      else await this.create({ configKey, ...change });
    });
  }

  /** @throws RECORD_NOT_FOUND (404), CONFIG_BUILT_IN (409) */
  async remove(configIds: readonly number[]): Promise<number> {
    await this.#database.transaction(async () => {
      const rows = await this.#select({}).where('config_id', 'in', configIds).execute();
      if (rows.length < configIds.length) throw notFound('configuration');
      const fixed = rows.find((row) => row.isSystem);
      if (fixed) throw builtIn(fixed.configKey, 'it cannot be removed');
      await this.#database.query.deleteFrom('sys_config').where('config_id', 'in', configIds).execute();
    });
    return configIds.length;
  }

  /** Tenants have no values of their own for settings that the host reserves. */
  async #assertNotOfHost(configKey: string): Promise<void> {
    const row = await requestContext.runIgnoringTenant(() =>
      this.#database.query
        .selectFrom('sys_config')
        .where('config_key', '=', configKey)
        .where('is_system', '=', true)
        .select('config_id')
        .executeTakeFirst(),
    );
    if (row) throw builtIn(configKey, 'only the host writes it');
  }

  #select({ configName, configKey, configCategory }: ConfigFilter) {
    return this.#database.query
      .selectFrom('sys_config')
      .select([
        'config_id as configId',
        'config_name as configName',
        'config_key as configKey',
        'config_value as configValue',
        'config_category as configCategory',
        'is_system as isSystem',
        'remark',
        'create_time as createTime',
        'update_time as updateTime',
      ])
      .$if(!!configName, (query) => query.where(contains('config_name', configName ?? '')))
      .$if(!!configKey, (query) => query.where(contains('config_key', configKey ?? '')))
      .$if(!!configCategory, (query) => query.where('config_category', '=', configCategory ?? ''));
  }
}

function columnsOf(input: Partial<ConfigInput>) {
  return {
    config_name: input.configName,
    config_key: input.configKey,
    config_value: input.configValue,
    config_category: input.configCategory,
    remark: input.remark,
  };
}

/** An application's keys begin with its code, which is their category. */
function categoryOf(configKey: string): string | null {
  return /^([^.]+)\./.exec(configKey)?.[1] ?? null;
}

function keyTaken(configKey: string) {
  return conflict(
    'CONFIG_KEY_TAKEN',
    `The setting ${configKey} already exists.`,
    'Change the existing setting.',
  );
}

function builtIn(configKey: string, what: string) {
  return conflict(
    'CONFIG_BUILT_IN',
    `${configKey} is a setting of the platform: ${what}.`,
    'Only the host may change it.',
  );
}
