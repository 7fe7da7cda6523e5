import { requestContext, type Page, type PageQuery } from '../../kernel/index.ts';
import { storagePlace, type Database, type Ids, type SecretBox } from '../../data/index.ts';
import { changesOf } from '../shared/changes.ts';
import { conflict, taken, found, unlessTaken } from '../shared/failures.ts';
import { contains, pageOfRows, type Ordering } from '../shared/paging.ts';
import type { SharedStorageCheck } from './shared-storage-check.ts';
import type { StorageRow, Storages } from './storages.ts';

export interface StorageInput {
  readonly configKey: string;
  readonly storageType: 'local' | 's3';
  readonly bucket?: string | null;
  readonly endpoint?: string | null;
  readonly region?: string | null;
  readonly accessKey?: string | null;
  /** Absent or empty in a change: the secret stays. */
  readonly secretKey?: string | null;
  readonly prefix?: string | null;
  readonly privateBucket?: string | null;
  readonly publicUrl?: string | null;
  readonly publicEndpoint?: string | null;
  readonly pathStyle?: boolean;
  readonly remark?: string | null;
}

export interface StorageView {
  readonly ossConfigId: number;
  readonly configKey: string;
  readonly storageType: 'local' | 's3';
  readonly bucket: string | null;
  readonly endpoint: string | null;
  readonly region: string | null;
  readonly accessKey: string | null;
  /** Whether a secret is stored; it is never returned. */
  readonly hasSecretKey: boolean;
  readonly prefix: string | null;
  readonly privateBucket: string | null;
  readonly publicUrl: string | null;
  readonly publicEndpoint: string | null;
  readonly pathStyle: boolean;
  readonly status: 0 | 1;
  readonly remark: string | null;
  readonly updateTime: string;
}

const ordering: Ordering = {
  columns: { configKey: 'config_key', storageType: 'storage_type', status: 'status' },
  by: 'config_key',
  direction: 'asc',
  unique: 'oss_config_id',
};

/** The storages of `sys_oss_config`: all disabled until one is enabled, and never more than one. */
export class StorageRecords {
  readonly #database: Database;
  readonly #ids: Ids;
  readonly #secrets: SecretBox;
  readonly #storages: Storages;
  readonly #sharedStorage: SharedStorageCheck | undefined;

  /** @param parts `sharedStorage` checks that hosts share local storage; undefined on one host */
  constructor(parts: {
    database: Database;
    ids: Ids;
    secrets: SecretBox;
    storages: Storages;
    sharedStorage?: SharedStorageCheck | undefined;
  }) {
    this.#database = parts.database;
    this.#ids = parts.ids;
    this.#secrets = parts.secrets;
    this.#storages = parts.storages;
    this.#sharedStorage = parts.sharedStorage;
  }

  async list(filter: { configKey?: string }, page: PageQuery): Promise<Page<StorageView>> {
    const query = this.#database.query
      .selectFrom('sys_oss_config')
      .selectAll()
      .$if(!!filter.configKey, (select) => select.where(contains('config_key', filter.configKey ?? '')));
    const { total, rows } = await pageOfRows(query, page, ordering);
    return { total, rows: rows.map(viewOf) };
  }

  /** @throws RECORD_NOT_FOUND (404) */
  async get(ossConfigId: number): Promise<StorageView> {
    return viewOf(await this.#row(ossConfigId));
  }

  /** @throws STORAGE_NAME_TAKEN (409) */
  async create(input: StorageInput): Promise<number> {
    const ossConfigId = this.#ids.next();
    await unlessTaken(
      () => nameTaken(input.configKey),
      () =>
        this.#database.query
          .insertInto('sys_oss_config')
          .values({
            ...columnsOf(input),
            secret_key: this.#stored(ossConfigId, input.configKey, input.secretKey),
            oss_config_id: ossConfigId,
            config_key: input.configKey,
            storage_type: input.storageType,
            status: 0,
          })
          .execute(),
    );
    return ossConfigId;
  }

  /** The name stays, since files refer to it. @throws RECORD_NOT_FOUND (404) */
  async update(ossConfigId: number, change: Partial<Omit<StorageInput, 'configKey'>>): Promise<void> {
    const { config_key } = await this.#row(ossConfigId);
    const columns = changesOf({
      ...columnsOf(change),
      secret_key: this.#stored(ossConfigId, config_key, change.secretKey),
      storage_type: change.storageType,
    });
    if (!columns) return;
    await this.#database.query
      .updateTable('sys_oss_config')
      .set(columns)
      .where('oss_config_id', '=', ossConfigId)
      .execute();
  }

  /**
   * Enables a storage that answers, and disables the others; or disables it.
   *
   * @throws RECORD_NOT_FOUND (404), STORAGE_UNAVAILABLE (503), STORAGE_NOT_SHARED (409) for a local
   *   one that other hosts do not share
   */
  async setStatus(ossConfigId: number, status: 0 | 1): Promise<void> {
    if (status === 1) {
      await this.check(ossConfigId);
      if ((await this.#row(ossConfigId)).storage_type === 'local') await this.#sharedStorage?.assertShared();
    }
    await this.#database.transaction(async () => {
      await this.#row(ossConfigId);
      if (status === 1) {
        await this.#database.query
          .updateTable('sys_oss_config')
          .set({ status: 0 })
          .where('oss_config_id', '!=', ossConfigId)
          .where('status', '=', 1)
          .execute();
      }
      await this.#database.query
        .updateTable('sys_oss_config')
        .set({ status })
        .where('oss_config_id', '=', ossConfigId)
        .execute();
    });
  }

  /** @throws RECORD_NOT_FOUND (404), STORAGE_UNAVAILABLE (503) */
  async check(ossConfigId: number): Promise<void> {
    await this.#storages.check(await this.#row(ossConfigId));
  }

  /** @throws RECORD_NOT_FOUND (404), STORAGE_IN_USE (409) */
  async remove(ossConfigIds: readonly number[]): Promise<number> {
    await this.#database.transaction(async () => {
      for (const ossConfigId of ossConfigIds) {
        const row = await this.#row(ossConfigId);
        if (row.status === 1) throw inUse(row.config_key, 'it is enabled', 'Disable it first.');
        if (await this.#hasFiles(row.config_key)) {
          throw inUse(row.config_key, 'it contains files', 'Remove its files first.');
        }
      }
      await this.#database.query
        .deleteFrom('sys_oss_config')
        .where('oss_config_id', 'in', ossConfigIds)
        .execute();
    });
    return ossConfigIds.length;
  }

  /** A secret as it is stored; undefined leaves the stored one as it is. */
  #stored(ossConfigId: number, name: string, secret: string | null | undefined): string | undefined {
    return secret ? this.#secrets.seal(secret, storagePlace(ossConfigId, name)) : undefined;
  }

  async #row(ossConfigId: number): Promise<StorageRow> {
    const row = await this.#database.query
      .selectFrom('sys_oss_config')
      .where('oss_config_id', '=', ossConfigId)
      .selectAll()
      .executeTakeFirst();
    return found(row, 'storage');
  }

  async #hasFiles(storage: string): Promise<boolean> {
    const row = await requestContext.runIgnoringTenant(() =>
      this.#database.query
        .selectFrom('sys_oss')
        .where('storage', '=', storage)
        .select('oss_id')
        .limit(1)
        .executeTakeFirst(),
    );
    if (row !== undefined) return true;
    const { query } = this.#database;
    const kept = query.selectFrom('sys_oss_leftover').where('storage', '=', storage).select('oss_id');
    return (await kept.limit(1).executeTakeFirst()) !== undefined;
  }
}

function columnsOf(input: Partial<StorageInput>) {
  return {
    bucket: input.bucket,
    endpoint: input.endpoint,
    region: input.region,
    access_key: input.accessKey,
    prefix: input.prefix,
    private_bucket: input.privateBucket,
    public_url: input.publicUrl,
    public_endpoint: input.publicEndpoint,
    path_style: input.pathStyle,
    remark: input.remark,
  };
}

function viewOf(row: StorageRow): StorageView {
  return {
    ossConfigId: row.oss_config_id,
    configKey: row.config_key,
    storageType: row.storage_type,
    bucket: row.bucket,
    endpoint: row.endpoint,
    region: row.region,
    accessKey: row.access_key,
    hasSecretKey: !!row.secret_key,
    prefix: row.prefix,
    privateBucket: row.private_bucket,
    publicUrl: row.public_url,
    publicEndpoint: row.public_endpoint,
    pathStyle: row.path_style,
    status: row.status,
    remark: row.remark,
    updateTime: row.update_time,
  };
}

function nameTaken(name: string) {
  return taken(
    'configKey',
    'STORAGE_NAME_TAKEN',
    `The storage ${name} already exists.`,
    'Choose another name.',
  );
}

function inUse(name: string, why: string, fix: string) {
  return conflict('STORAGE_IN_USE', `The storage ${name} cannot be removed: ${why}.`, fix);
}
