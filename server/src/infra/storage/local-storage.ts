import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream, type Stats, type WriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { codeOf, heldStream, isMissing } from '../../kernel/index.ts';
import { objectNotFound, rangeInvalid, storageUnavailable } from './failures.ts';
import { encodeKey, INCOMING, prefixedKey } from './keys.ts';
import type { ByteRange, ObjectStorage, StoredObjectInfo } from './object-storage.ts';

export interface LocalStorageConfig {
  readonly type: 'local';
  /** Absolute. */
  readonly directory: string;
  /** Address of the directory for browsers, `/upload` for instance. */
  readonly publicUrl: string;
  /** Put before every key. */
  readonly prefix?: string;
}

/** Objects as files of a directory. */
export class LocalStorage implements ObjectStorage {
  readonly #directory: string;
  readonly #publicUrl: string;
  readonly #prefix: string | undefined;

  constructor(config: LocalStorageConfig) {
    this.#directory = resolve(config.directory);
    this.#publicUrl = config.publicUrl.replace(/\/+$/, '');
    this.#prefix = config.prefix;
  }

  async put(key: string, content: Readable | Uint8Array): Promise<StoredObjectInfo> {
    const file = this.#file(key);
    const incoming = join(this.#directory, INCOMING, randomUUID());
    // It may fail while the folders are made.
    const source = heldStream(content instanceof Readable ? content : Readable.from([content]));
    let target: WriteStream | undefined;
    let ofSource = source.errored !== null;
    source.once('error', () => (ofSource = !target?.errored));
    try {
      await mkdir(dirname(incoming), { recursive: true });
      await mkdir(dirname(file), { recursive: true });
      target = createWriteStream(incoming, { flags: 'wx' });
      await pipeline(source, target);
      await sync(incoming);
      await rename(incoming, file);
      return infoOf(await stat(file));
    } catch (error) {
      source.destroy();
      await rm(incoming, { force: true }).catch(() => undefined);
      throw ofSource ? error : this.#failure(error);
    }
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    const info = await this.stat(key);
    if (!info) throw objectNotFound();
    if (!range) return this.#open(key);
    if (range.start < 0 || range.start >= info.size || (range.end ?? range.start) < range.start) {
      throw rangeInvalid();
    }
    return this.#open(key, { start: range.start, end: range.end ?? Infinity });
  }

  /**
   * An object may go between being looked for and being opened; what fails later is told to who
   * reads.
   */
  async #open(key: string, bytes?: { readonly start: number; readonly end: number }): Promise<Readable> {
    const stream = heldStream(createReadStream(this.#file(key), bytes));
    try {
      await once(stream, 'open');
      return stream;
    } catch (error) {
      throw isNone(error) ? objectNotFound(error) : this.#failure(error);
    }
  }

  async stat(key: string): Promise<StoredObjectInfo | undefined> {
    try {
      const stats = await stat(this.#file(key));
      return stats.isFile() ? infoOf(stats) : undefined;
    } catch (error) {
      if (isNone(error)) return undefined;
      throw this.#failure(error);
    }
  }

  async remove(key: string): Promise<void> {
    const file = this.#file(key);
    try {
      await rm(file, { force: true });
      await this.#removeEmpty(dirname(file));
    } catch (error) {
      if (!isNone(error)) throw this.#failure(error);
    }
  }

  /**
   * Removes what a writing that was cut off has left and that has not changed since.
   *
   * @param before milliseconds since 1970
   * @throws STORAGE_UNAVAILABLE (503)
   */
  async clearPartial(before: number): Promise<void> {
    const folder = join(this.#directory, INCOMING);
    const names = await readdir(folder).catch((error: unknown) => {
      if (isNone(error)) return [];
      throw this.#failure(error);
    });
    for (const name of names) {
      const file = join(folder, name);
      const stats = await stat(file).catch(() => undefined);
      if (stats && stats.mtimeMs < before) await rm(file, { force: true });
    }
  }

  async url(key: string): Promise<string> {
    return `${this.#publicUrl}/${encodeKey(prefixedKey(this.#prefix, key))}`;
  }

  async check(): Promise<void> {
    try {
      await mkdir(join(this.#directory, INCOMING), { recursive: true });
      const file = join(this.#directory, INCOMING, randomUUID());
      await (await open(file, 'wx')).close();
      await rm(file);
    } catch (error) {
      throw this.#failure(error);
    }
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #file(key: string): string {
    return join(this.#directory, ...prefixedKey(this.#prefix, key).split('/'));
  }

  async #removeEmpty(directory: string): Promise<void> {
    if (!directory.startsWith(this.#directory + sep)) return;
    const removed = await rmdir(directory).then(
      () => true,
      () => false,
    );
    if (removed) await this.#removeEmpty(dirname(directory));
  }

  #failure(error: unknown): unknown {
    const isOfSystem = error instanceof Error && 'syscall' in error;
    return isOfSystem ? storageUnavailable('The local storage', error) : error;
  }
}

function infoOf(stats: Stats): StoredObjectInfo {
  return {
    size: stats.size,
    etag: `${stats.size.toString(16)}-${Math.round(stats.mtimeMs * 1000).toString(16)}`,
  };
}

/** A key may continue below the name of an object. */
const isNone = (error: unknown): boolean => isMissing(error) || codeOf(error) === 'ENOTDIR';

async function sync(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.sync().finally(() => handle.close());
}
