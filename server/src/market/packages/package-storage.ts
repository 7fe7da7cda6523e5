import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  codeOf,
  DEFAULT_TENANT,
  isMissing,
  PlatformError,
  requestContext,
  type Clock,
  type Logger,
} from '../../kernel/index.ts';
import type { StoredObjects } from '../../system/index.ts';
import { objectOf, type PackageRecord, type PackageRecords } from '../records/package-records.ts';

export interface PackageStorageParts {
  readonly objects: StoredObjects;
  readonly records: PackageRecords;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Packages in the platform's object storage, addressed as `oss://<object>`. */
export class PackageStorage {
  readonly #parts: PackageStorageParts;

  constructor(parts: PackageStorageParts) {
    this.#parts = parts;
  }

  /**
   * Stores a package. Its record precedes the object, so that the sweep finds it after a crash.
   *
   * @throws STORAGE_DISABLED when no storage is configured (spec: Deployment layout, object
   *   storage)
   */
  put(file: string, name: string): Promise<string> {
    const { objects, records } = this.#parts;
    return asPlatform(async () => {
      const planned = await objects.plan({ name, type: 'application/zip' });
      const packageUrl = await records.add(planned);
      await objects.store(planned, () => createReadStream(file));
      return packageUrl;
    });
  }

  /** @throws PACKAGE_MISSING (404) */
  async fetch(url: string, file: string): Promise<void> {
    const content = await this.open(url);
    await unlessMissing(url, () => pipeline(content, createWriteStream(file)));
  }

  /**
   * @param bytes range to read, both ends included; default: the whole package
   * @throws PACKAGE_MISSING (404)
   */
  async open(url: string, bytes?: { readonly start: number; readonly end: number }): Promise<Readable> {
    const ossId = objectOf(url);
    if (ossId === undefined) throw missing(url);
    return unlessMissing(url, () => asPlatform(() => this.#parts.objects.download(ossId, bytes)));
  }

  /**
   * Protects an upload from the sweep; call it in the transaction that refers to it.
   *
   * @throws PACKAGE_MISSING (404) when it is not an upload, or was swept
   */
  async claim(url: string): Promise<void> {
    if (!(await this.#parts.records.claim(url))) throw missing(url);
  }

  /** Removes a package without a version; the sweep retries a failed removal. */
  async remove(url: string): Promise<void> {
    const { logger, objects, records } = this.#parts;
    try {
      const record = await records.find(url);
      const ossId = objectOf(url);
      if (record) await this.removeUnused(record);
      else if (ossId !== undefined) await asPlatform(() => objects.remove(ossId));
    } catch (error) {
      logger.warn('A package could not be removed from the storage; the next sweep retries', {
        packageUrl: url,
        error,
      });
    }
  }

  /** Removes partial objects of writes that have been idle for `keepMs` milliseconds. */
  clearPartial(keepMs: number): Promise<void> {
    const { clock, objects } = this.#parts;
    return objects.clearPartial(clock.now() - keepMs);
  }

  /** @returns false when a version refers to the package. @throws STORAGE_UNAVAILABLE (503) */
  async removeUnused(record: PackageRecord): Promise<boolean> {
    const { objects, records } = this.#parts;
    if (!(await records.beginRemoval(record))) return false;
    await asPlatform(() => objects.removePlanned(record));
    await records.remove(record.packageUrl);
    return true;
  }
}

/** Runs `work` with a temporary folder, which is always removed afterwards. */
export async function withTempFolder<T>(tempDir: string, work: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(tempDir, { recursive: true });
  const folder = await mkdtemp(join(tempDir, 'package-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Packages belong to the platform's tenant; any tenant may upload or install them. */
function asPlatform<T>(work: () => Promise<T>): Promise<T> {
  return requestContext.runAs(DEFAULT_TENANT, work);
}

async function unlessMissing<T>(url: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw isMissing(error) || codeOf(error) === 'OBJECT_NOT_FOUND' ? missing(url, error) : error;
  }
}

function missing(url: string, cause?: unknown): PlatformError {
  return new PlatformError({
    code: 'PACKAGE_MISSING',
    status: 404,
    message: `The storage has no package ${url}.`,
    fix: 'Upload the package again and use the packageUrl of the answer. An upload that no version is saved from is removed after app-market.uploads.keep-hours.',
    cause,
  });
}
