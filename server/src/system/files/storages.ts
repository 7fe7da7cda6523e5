import { join } from 'node:path';
import type { Selectable } from 'kysely';
import type { Database, HostSchema } from '../../data/index.ts';
import {
  createObjectStorage,
  LocalStorage,
  type ObjectStorage,
  type ObjectStorageConfig,
} from '../../infra/index.ts';
import { PlatformError } from '../../kernel/index.ts';

export type StorageRow = Selectable<HostSchema['sys_oss_config']>;

/** A storage with the name that `sys_oss` rows refer to it by. */
export interface NamedStorage {
  readonly name: string;
  readonly storage: ObjectStorage;
}

interface Open {
  readonly settings: string;
  readonly storage: Promise<ObjectStorage>;
}

/** The storages of `sys_oss_config`, each opened once and again when its settings change. */
export class Storages {
  readonly #database: Database;
  readonly #uploadDirectory: string;
  readonly #open = new Map<string, Open>();

  /** @param dataDirectory absolute; local files lie below `upload` in it (spec: Deployment layout) */
  constructor(database: Database, dataDirectory: string) {
    this.#database = database;
    this.#uploadDirectory = join(dataDirectory, 'upload');
  }

  /** @throws STORAGE_DISABLED (503) when all are disabled, as they are until an operator enables one */
  async active(): Promise<NamedStorage> {
    const row = await this.#rows().where('status', '=', 1).executeTakeFirst();
    if (row) return { name: row.config_key, storage: await this.of(row) };
    throw new PlatformError({
      code: 'STORAGE_DISABLED',
      status: 503,
      message: 'Files cannot be stored: no file storage is enabled.',
      fix: 'Configure and enable one under System, File storage.',
    });
  }

  /** A storage by name, enabled or not: what was stored stays readable. */
  async named(name: string): Promise<ObjectStorage> {
    const row = await this.#rows().where('config_key', '=', name).executeTakeFirst();
    if (row) return this.of(row);
    throw new PlatformError({
      code: 'STORAGE_UNKNOWN',
      status: 503,
      message: `The file lies in the storage ${name}, which is not configured any more.`,
      fix: 'Add a storage of this name under System, File storage.',
    });
  }

  /**
   * Removes what a writing that was cut off has left in the file system. Parts that a bucket has not put together are the
   * bucket's own: its rules say how long they stay.
   *
   * @param before milliseconds since 1970; what has changed since may still be written
   */
  async clearPartial(before: number): Promise<void> {
    for (const row of await this.#rows().where('storage_type', '=', 'local').execute()) {
      const config = this.configOf(row);
      if (config.type === 'local') await new LocalStorage(config).clearPartial(before);
    }
  }

  of(row: StorageRow): Promise<ObjectStorage> {
    const config = this.configOf(row);
    const settings = JSON.stringify(config);
    const open = this.#open.get(row.config_key);
    if (open?.settings === settings) return open.storage;
    const storage = createObjectStorage(config);
    this.#open.set(row.config_key, { settings, storage });
    void open?.storage.then((former) => former.close());
    return storage;
  }

  configOf(row: StorageRow): ObjectStorageConfig {
    const prefix = row.prefix ? { prefix: row.prefix } : {};
    if (row.storage_type === 'local') {
      return {
        type: 'local',
        directory: this.#uploadDirectory,
        publicUrl: row.public_url || '/upload',
        ...prefix,
      };
    }
    return {
      type: 's3',
      bucket: row.bucket ?? '',
      accessKey: row.access_key ?? '',
      secretKey: row.secret_key ?? '',
      pathStyle: row.path_style,
      ...(row.endpoint ? { endpoint: row.endpoint } : {}),
      ...(row.region ? { region: row.region } : {}),
      ...(row.public_url ? { publicUrl: row.public_url } : {}),
      ...prefix,
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
