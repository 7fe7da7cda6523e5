import { join } from 'node:path';
import type { ObjectVisibility } from '@platform/plugin-sdk/oss';
import type { Selectable } from 'kysely';
import { storagePlace, type Database, type HostSchema, type SecretBox } from '../../data/index.ts';
import {
  createObjectStorage,
  LocalStorage,
  type ObjectStorage,
  type ObjectStorageConfig,
} from '../../infra/index.ts';
import { PlatformError } from '../../kernel/index.ts';

export type StorageRow = Selectable<HostSchema['sys_oss_config']>;

interface Open {
  readonly settings: string;
  readonly storage: Promise<ObjectStorage>;
}

/** Where private objects lie in a bucket that holds public ones, too. */
const PRIVATE_PREFIX = 'private/';
const VISIBILITIES: readonly ObjectVisibility[] = ['public', 'private'];

/**
 * The storages of `sys_oss_config`, each with a place for public and one for private objects,
 * opened once and again when its settings change.
 */
export class Storages {
  readonly #database: Database;
  readonly #secrets: SecretBox;
  readonly #directories: Readonly<Record<ObjectVisibility, string>>;
  readonly #open = new Map<string, Open>();

  /**
   * @param dataDirectory absolute; public local files lie below `upload` in it, which web servers
   *   serve, private ones below `files`, which none does (spec: Deployment layout; design 9.8-57)
   */
  constructor(database: Database, secrets: SecretBox, dataDirectory: string) {
    this.#database = database;
    this.#secrets = secrets;
    this.#directories = { public: join(dataDirectory, 'upload'), private: join(dataDirectory, 'files') };
  }

  /**
   * Name of the storage that takes new objects.
   *
   * @throws STORAGE_DISABLED (503) when all are disabled, as they are until an operator enables one
   */
  async active(): Promise<string> {
    return (await this.#active()).config_key;
  }

  /**
   * Name of that storage, once it has answered.
   *
   * @throws STORAGE_DISABLED, STORAGE_UNAVAILABLE (503)
   */
  async checkActive(): Promise<string> {
    const row = await this.#active();
    await this.check(row);
    return row.config_key;
  }

  async #active(): Promise<StorageRow> {
    const row = await this.#rows().where('status', '=', 1).executeTakeFirst();
    if (row) return row;
    throw new PlatformError({
      code: 'STORAGE_DISABLED',
      status: 503,
      message: 'Files cannot be stored: no file storage is enabled.',
      fix: 'Configure and enable one under Content, File storages.',
    });
  }

  /** Directories of local files. */
  get localDirectories(): string[] {
    return Object.values(this.#directories);
  }

  /** Whether the storage that takes new objects is local. */
  async usesLocal(): Promise<boolean> {
    const row = await this.#rows().where('status', '=', 1).executeTakeFirst();
    return row?.storage_type === 'local';
  }

  /** A storage by name, enabled or not: what was stored stays readable. */
  async named(name: string, visibility: ObjectVisibility): Promise<ObjectStorage> {
    const row = await this.#rows().where('config_key', '=', name).executeTakeFirst();
    if (row) return this.#of(row, visibility);
    throw new PlatformError({
      code: 'STORAGE_UNKNOWN',
      status: 503,
      message: `The file is in the storage ${name}, which is no longer configured.`,
      fix: 'Add a storage with this name under Content, File storages.',
      details: { params: { storage: name } },
    });
  }

  /**
   * Removes what a writing that was cut off has left in the file system. Parts that a bucket has
   * not put together are the bucket's own: its rules say how long they stay.
   *
   * @param before milliseconds since 1970; what has changed since may still be written
   */
  async clearPartial(before: number): Promise<void> {
    for (const row of await this.#rows().where('storage_type', '=', 'local').execute()) {
      for (const visibility of VISIBILITIES) {
        const config = this.#configOf(row, visibility);
        if (config.type === 'local') await new LocalStorage(config).clearPartial(before);
      }
    }
  }

  /** Answers when public and private objects can be stored. @throws STORAGE_UNAVAILABLE (503) */
  async check(row: StorageRow): Promise<void> {
    for (const visibility of VISIBILITIES) await (await this.#of(row, visibility)).check();
  }

  #of(row: StorageRow, visibility: ObjectVisibility): Promise<ObjectStorage> {
    const config = this.#configOf(row, visibility);
    const settings = JSON.stringify(config);
    const place = `${row.config_key} ${visibility}`;
    const open = this.#open.get(place);
    if (open?.settings === settings) return open.storage;
    const storage = createObjectStorage(config);
    this.#open.set(place, { settings, storage });
    void open?.storage.then((former) => former.close());
    return storage;
  }

  #configOf(row: StorageRow, visibility: ObjectVisibility): ObjectStorageConfig {
    const isPrivate = visibility === 'private';
    if (row.storage_type === 'local') {
      return {
        type: 'local',
        directory: this.#directories[visibility],
        publicUrl: row.public_url || '/upload',
        ...(row.prefix ? { prefix: row.prefix } : {}),
      };
    }
    const own = isPrivate && !row.private_bucket ? PRIVATE_PREFIX : '';
    const prefix = `${row.prefix ?? ''}${own}`;
    return {
      type: 's3',
      bucket: (isPrivate && row.private_bucket) || (row.bucket ?? ''),
      accessKey: row.access_key ?? '',
      secretKey: this.#secrets.open(row.secret_key ?? '', storagePlace(row.oss_config_id, row.config_key)),
      pathStyle: row.path_style,
      ...(row.endpoint ? { endpoint: row.endpoint } : {}),
      ...(row.region ? { region: row.region } : {}),
      ...(row.public_url && !isPrivate ? { publicUrl: row.public_url } : {}),
      ...(row.public_endpoint ? { publicEndpoint: row.public_endpoint } : {}),
      ...(prefix ? { prefix } : {}),
    };
  }

  async close(): Promise<void> {
    const storages = [...this.#open.values()].map(({ storage }) => storage);
    this.#open.clear();
    await Promise.all(storages.map(async (storage) => (await storage).close()));
  }

  #rows() {
    return this.#database.query.selectFrom('sys_oss_config').selectAll();
  }
}
