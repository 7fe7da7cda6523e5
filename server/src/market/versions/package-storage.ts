import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { OssService } from '@platform/plugin-sdk/oss';
import { DEFAULT_TENANT, PlatformError, requestContext } from '../../kernel/index.ts';

const SCHEME = 'oss://';

/** Packages in the platform's object storage; each has the address `oss://<object>`. */
export class PackageStorage {
  readonly #objects: OssService;

  constructor(objects: OssService) {
    this.#objects = objects;
  }

  /** @throws STORAGE_DISABLED when no storage is configured (spec: Deployment layout, object storage) */
  async put(file: string, name: string): Promise<string> {
    const stored = await asPlatform(() =>
      this.#objects.upload(createReadStream(file), { name, type: 'application/zip' }),
    );
    return `${SCHEME}${stored.ossId}`;
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
  open(url: string, bytes?: { readonly start: number; readonly end: number }): Promise<Readable> {
    const ossId = objectOf(url);
    return unlessMissing(url, () => asPlatform(() => this.#objects.download(ossId, bytes)));
  }

  async remove(url: string): Promise<void> {
    await asPlatform(() => this.#objects.remove(objectOf(url)));
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

function objectOf(url: string): number {
  const id = url.startsWith(SCHEME) ? Number(url.slice(SCHEME.length)) : Number.NaN;
  if (Number.isSafeInteger(id) && id > 0) return id;
  throw missing(url);
}

function missing(url: string, cause?: unknown): PlatformError {
  return new PlatformError({
    code: 'PACKAGE_MISSING',
    status: 404,
    message: `The storage has no package ${url}.`,
    fix: 'Upload the package again and use the packageUrl of the answer.',
    cause,
  });
}
