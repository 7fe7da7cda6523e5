import { MASK } from '../../infra/index.ts';
import { DEFAULT_TENANT, requestContext, type Page, type PageQuery } from '../../kernel/index.ts';
import { configPlace, type Database, type Ids, type SecretBox } from '../../data/index.ts';
import { changesOf } from '../shared/changes.ts';
import { ConfigHistory } from './config-history.ts';
import { ConfigValues, isPrivate } from './config-values.ts';
import { assertKnownValue } from './known-settings.ts';
import { assertNotWeaker } from './platform-minimum.ts';
import { conflict, taken, found, notFound, unlessTaken } from '../shared/failures.ts';
import { isNamed, namesAfter, namesIn, type Names } from '../shared/names-by-language.ts';
import type { Restored } from '../undo/removals.ts';
import { batchesOnceKnown, contains, pageOfRows, type Ordering } from '../shared/paging.ts';

/** JSON of names by language. */
interface StoredNames {
  readonly names: string | null;
}

export interface ConfigRow {
  readonly configId: number;
  readonly configName: string | null;
  /** The name in other languages; none where nobody has translated it. */
  readonly configNames?: Names;
  readonly configKey: string;
  /** Masked in rows with a private category. */
  readonly configValue: string | null;
  readonly configCategory: string | null;
  readonly isSystem: boolean;
  readonly remark: string | null;
  readonly createTime: string;
  readonly updateTime: string;
}

export interface ConfigFilter {
  /** A part of the key, or of the name in any language. */
  readonly name?: string;
  readonly configName?: string;
  readonly configKey?: string;
  readonly configCategory?: string;
}

export interface ConfigInput {
  readonly configName?: string | null;
  readonly configNames?: Names;
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
  readonly #secrets: SecretBox;
  readonly #values: ConfigValues;

  /** Changes of the values. */
  readonly history: ConfigHistory;

  constructor(database: Database, ids: Ids, secrets: SecretBox) {
    this.#values = new ConfigValues(database, secrets);
    this.#database = database;
    this.#ids = ids;
    this.history = new ConfigHistory(database, ids);
    this.#secrets = secrets;
  }

  async list(filter: ConfigFilter, page: PageQuery): Promise<Page<ConfigRow>> {
    const { total, rows } = await pageOfRows(await this.#filtered(filter), page, ordering);
    return { total, rows: rows.map(shown) };
  }

  /** @throws ORDER_COLUMN_UNKNOWN (400), at the first batch */
  export(filter: ConfigFilter, page: PageQuery): AsyncIterable<readonly ConfigRow[]> {
    return batchesOnceKnown(
      () => this.#filtered(filter),
      page,
      ordering,
      (rows) => rows.map(shown),
    );
  }

  /** @throws RECORD_NOT_FOUND (404) */
  async get(configId: number): Promise<ConfigRow> {
    return masked(await this.#row(configId));
  }

  async #row(configId: number): Promise<ConfigRow> {
    const row = await this.#select().where('config_id', '=', configId).executeTakeFirst();
    return withNames(found(row, 'configuration'));
  }

  /**
   * @throws CONFIG_KEY_TAKEN, CONFIG_BUILT_IN, CONFIG_TOO_WEAK (409), CONFIG_VALUE_REFUSED
   *   (400)
   */
  async create(input: ConfigInput): Promise<number> {
    await this.#assertNotOfHost(input.configKey);
    assertKnownValue(input.configKey, input.configValue);
    await assertNotWeaker(this.#values, input.configKey, input.configValue);
    const configId = this.#ids.next();
    const config_value = this.#stored(configId, input);
    await unlessTaken(
      () => keyTaken(input.configKey),
      () =>
        this.#database.query
          .insertInto('sys_config')
          .values({
            ...columnsOf(input),
            config_names: input.configNames && JSON.stringify(input.configNames),
            config_key: input.configKey,
            config_id: configId,
            config_value,
          })
          .execute(),
    );
    await this.history.record({
      configKey: input.configKey,
      change: 'added',
      before: null,
      after: input.configValue,
      isSecret: isPrivate(input.configCategory ?? null),
    });
    return configId;
  }

  /**
   * A change by a person, who sees secrets as a mask: a secret that is still the mask stays.
   *
   * @throws RECORD_NOT_FOUND (404), CONFIG_KEY_TAKEN, CONFIG_BUILT_IN, SECRET_NEEDS_VALUE,
   *   CONFIG_TOO_WEAK (409), CONFIG_VALUE_REFUSED (400)
   */
  async edit(configId: number, change: Partial<ConfigInput>): Promise<void> {
    const { configValue, ...others } = change;
    const isMask = configValue === MASK && isSecret(await this.#row(configId));
    await this.update(configId, isMask ? others : change);
  }

  /**
   * @throws RECORD_NOT_FOUND (404), CONFIG_KEY_TAKEN, CONFIG_BUILT_IN, SECRET_NEEDS_VALUE,
   *   CONFIG_TOO_WEAK (409), CONFIG_VALUE_REFUSED (400)
   */
  async update(configId: number, change: Partial<ConfigInput>): Promise<void> {
    const current = await this.#row(configId);
    const { configKey = current.configKey, configCategory = current.configCategory } = change;
    if (current.isSystem) throw builtIn(current.configKey, 'only the host writes it');
    if (configKey !== current.configKey) await this.#assertNotOfHost(configKey);
    const next = change.configValue ?? current.configValue ?? undefined;
    assertKnownValue(configKey, next);
    await assertNotWeaker(this.#values, configKey, next);
    const moves = configKey !== current.configKey || configCategory !== current.configCategory;
    if (moves && isSecret(current) && change.configValue === undefined) throw needsValue(current.configKey);
    const value = change.configValue ?? (moves ? current.configValue : null);
    const columns = changesOf({
      ...columnsOf(change),
      config_names: namesAfter(current.configName, { name: change.configName, names: change.configNames }),
      ...(value === null
        ? {}
        : { config_value: this.#stored(configId, { configKey, configValue: value, configCategory }) }),
    });
    if (!columns) return;
    const [wasSecret, isSecretNow] = [isPrivate(current.configCategory), isPrivate(configCategory ?? null)];
    await this.#database.transaction(async () => {
      await unlessTaken(
        () => keyTaken(configKey),
        () =>
          this.#database.query
            .updateTable('sys_config')
            .set(columns)
            .where('config_id', '=', configId)
            .execute(),
      );
      if (isSecretNow && !wasSecret) await this.history.conceal([current.configKey, configKey]);
      if (change.configValue === undefined) return;
      await this.history.record({
        configKey,
        change: 'changed',
        before: current.configValue,
        after: change.configValue,
        isSecret: isSecretNow || wasSecret,
      });
    });
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
      const rows = await this.#select().where('config_id', 'in', configIds).execute();
      if (rows.length < configIds.length) throw notFound('configuration');
      const fixed = rows.find((row) => row.isSystem);
      if (fixed) throw builtIn(fixed.configKey, 'it cannot be removed');
      await this.#database.query.deleteFrom('sys_config').where('config_id', 'in', configIds).execute();
      for (const row of rows) {
        await this.history.record({
          configKey: row.configKey,
          change: 'removed',
          before: row.configValue,
          after: null,
          isSecret: isPrivate(row.configCategory),
        });
      }
    });
    return configIds.length;
  }

  /** Puts a removed setting back. */
  async restore({ recordId, insert }: Restored): Promise<void> {
    await insert();
    const { configKey, configValue: after, configCategory } = await this.#row(recordId);
    const isSecret = isPrivate(configCategory);
    await this.history.record({ configKey, change: 'added', before: null, after, isSecret });
  }

  /** A value as it is stored: encrypted where its category is private. */
  #stored(
    configId: number,
    {
      configKey,
      configValue,
      configCategory = null,
    }: Pick<ConfigInput, 'configKey' | 'configValue' | 'configCategory'>,
  ): string {
    if (!isPrivate(configCategory)) return configValue;
    const tenantId = requestContext.current()?.tenantId ?? DEFAULT_TENANT;
    return this.#secrets.seal(configValue, configPlace({ configId, tenantId, configKey }));
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

  async #filtered({ name, configName, configKey, configCategory }: ConfigFilter) {
    const translated = name ? await this.#translated(name) : [];
    return this.#select()
      .$if(!!name, (query) =>
        query.where((eb) =>
          eb.or([
            contains('config_key', name ?? ''),
            contains('config_name', name ?? ''),
            ...(translated.length > 0 ? [eb('config_id', 'in', translated)] : []),
          ]),
        ),
      )
      .$if(!!configName, (query) => query.where(contains('config_name', configName ?? '')))
      .$if(!!configKey, (query) => query.where(contains('config_key', configKey ?? '')))
      .$if(!!configCategory, (query) => query.where('config_category', '=', configCategory ?? ''));
  }

  /** Settings with such a name in another language. */
  async #translated(name: string): Promise<number[]> {
    const rows = await this.#database.query
      .selectFrom('sys_config')
      .select(['config_id', 'config_names'])
      .where('config_names', 'is not', null)
      .execute();
    return rows.flatMap(({ config_id: id, config_names: names }) => (isNamed(names, name) ? [id] : []));
  }

  #select() {
    return this.#database.query
      .selectFrom('sys_config')
      .select([
        'config_id as configId',
        'config_name as configName',
        'config_names as names',
        'config_key as configKey',
        'config_value as configValue',
        'config_category as configCategory',
        'is_system as isSystem',
        'remark',
        'create_time as createTime',
        'update_time as updateTime',
      ]);
  }
}

const isSecret = ({ configCategory, configValue }: ConfigRow): boolean =>
  isPrivate(configCategory) && !!configValue;

const masked = (row: ConfigRow): ConfigRow => (isSecret(row) ? { ...row, configValue: MASK } : row);

const withNames = ({ names, ...row }: Omit<ConfigRow, 'configNames'> & StoredNames): ConfigRow => ({
  ...row,
  ...(names === null ? {} : { configNames: namesIn(names) }),
});

const shown = (row: Parameters<typeof withNames>[0]): ConfigRow => masked(withNames(row));

function columnsOf(input: Partial<ConfigInput>) {
  return {
    config_name: input.configName,
    config_key: input.configKey,
    config_category: input.configCategory,
    remark: input.remark,
  };
}

/** An application's keys begin with its code, which is their category. */
function categoryOf(configKey: string): string | null {
  return /^([^.]+)\./.exec(configKey)?.[1] ?? null;
}

function keyTaken(configKey: string) {
  return taken(
    'configKey',
    'CONFIG_KEY_TAKEN',
    `The setting ${configKey} already exists.`,
    'Change the existing setting.',
  );
}

function needsValue(configKey: string) {
  return conflict(
    'SECRET_NEEDS_VALUE',
    `${configKey} is a secret: its key and category change only together with its value.`,
    'Enter the value again.',
  );
}

function builtIn(configKey: string, what: string) {
  return conflict(
    'CONFIG_BUILT_IN',
    `${configKey} is a setting of the platform: ${what}.`,
    'Only the host may change it.',
    { key: configKey },
  );
}
