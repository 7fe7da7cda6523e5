import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  DEFAULT_TENANT,
  PlatformError,
  requestContext,
  type Clock,
  type Logger,
} from '../../kernel/index.ts';
import type { StoredObjects } from '../../system/index.ts';
import { objectOf, type PackageRecord, type PackageRecords } from './package-records.ts';

export interface PackageStorageParts {
  readonly objects: StoredObjects;
  readonly records: PackageRecords;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Packages in the platform's object storage; each has the address `oss://<object>`. */
export class PackageStorage {
  readonly #parts: PackageStorageParts;

  constructor(parts: PackageStorageParts) {
    this.#parts = parts;
  }

  /**
   * Stores a package. It is noted down before it is written: what a kill leaves is swept like an upload that nothing
   * came of.
   *
   * @throws STORAGE_DISABLED when no storage is configured (spec: Deployment layout, object storage)
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

  /** @throws PACKAGE_MISSING (404) when the storage has no such object */
  async fetch(url: string, file: string): Promise<void> {
    const content = await this.open(url);
    await unlessMissing(url, () => pipeline(content, createWriteStream(file)));
  }

  /**
   * @param bytes the part that is wanted, both ends included; none for the whole
   * @throws PACKAGE_MISSING (404) when the storage has no such object
   */
  async open(url: string, bytes?: { readonly start: number; readonly end: number }): Promise<Readable> {
    const ossId = objectOf(url);
    if (ossId === undefined) throw missing(url);
    return unlessMissing(url, () => asPlatform(() => this.#parts.objects.download(ossId, bytes)));
  }

  /**
   * Keeps an upload from being swept; to be called in the transaction that refers to it.
   *
   * @throws PACKAGE_MISSING (404) when it is no upload, or was swept
   */
  async claim(url: string): Promise<void> {
    if (!(await this.#parts.records.claim(url))) throw missing(url);
  }

  /** Removes a package that no version refers to. What cannot be removed now is left to the sweep. */
  async remove(url: string): Promise<void> {
    const { logger, objects, records } = this.#parts;
    try {
      const record = await records.find(url);
      const ossId = objectOf(url);
      if (record) await this.removeUnused(record);
      else if (ossId !== undefined) await asPlatform(() => objects.remove(ossId));
    } catch (error) {
      logger.warn('A package could not be removed from the storage yet', { packageUrl: url, error });
    }
  }

  /** Removes what writings that were cut off have left in the storages, where they have not gone on for `keepMs`. */
  clearPartial(keepMs: number): Promise<void> {
    const { clock, objects } = this.#parts;
    return objects.clearPartial(clock.now() - keepMs);
  }

  /** @returns false when something refers to it after all; then it stays. @throws STORAGE_UNAVAILABLE (503) */
  async removeUnused(record: PackageRecord): Promise<boolean> {
    const { objects, records } = this.#parts;
    if (!(await records.beginRemoval(record))) return false;
    await asPlatform(() => objects.removePlanned(record));
    await records.remove(record.packageUrl);
    return true;
  }
}

/** Gives `work` a folder of its own, which is gone afterwards, whatever happened. */
export async function withTempFolder<T>(tempDir: string, work: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(tempDir, { recursive: true });
  const folder = await mkdtemp(join(tempDir, 'package-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Packages belong to the platform, whichever tenant's administrator uploads or installs them. */
function asPlatform<T>(work: () => Promise<T>): Promise<T> {
  return requestContext.runAs(DEFAULT_TENANT, work);
}

async function unlessMissing<T>(url: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    throw code === 'OBJECT_NOT_FOUND' || code === 'ENOENT' ? missing(url, error) : error;
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
