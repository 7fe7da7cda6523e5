import {
  catalogIndexSchema,
  type CatalogApp,
  type CatalogIndex,
  type CatalogVersion,
} from '@platform/package-format';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { PlatformError } from '../../../kernel/index.ts';
import type { FetchWatch } from '../../source/market-source.ts';
import type { PackageContent } from '../../versions/package-content.ts';
import type { CatalogReader, WantedPackage } from './catalog-reader.ts';
import { checked } from './envelope.ts';
import { folderInvalid, packageMismatch, refused } from './failures.ts';
import { receivePackage } from './receive-package.ts';

type IndexedApp = CatalogIndex['apps'][number];

/** A catalog in a folder, for networks that no publisher can be reached from. (design 4.5) */
export class FileCatalog implements CatalogReader {
  readonly address: string;
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = resolve(folder);
    this.address = this.#folder;
  }

  async apps(): Promise<CatalogApp[]> {
    return (await this.#index()).apps;
  }

  app(appCode: string): Promise<CatalogApp> {
    return this.#find(appCode);
  }

  async versions(appCode: string): Promise<CatalogVersion[]> {
    return (await this.#find(appCode)).versions;
  }

  /** The package is at hand. */
  content(): Promise<PackageContent | undefined> {
    return Promise.resolve(undefined);
  }

  async package(wanted: WantedPackage, file: string, watch: FetchWatch): Promise<void> {
    const { versions } = await this.#find(wanted.appCode);
    const found = versions.find(({ version }) => version === wanted.version);
    if (!found)
      throw refused(this.address, 404, 'VERSION_NOT_FOUND', `${wanted.version} is not in the folder.`);
    const path = this.#within(found.file);
    const size = await stat(path).then(
      (stats) => stats.size,
      (error: unknown) => Promise.reject(folderInvalid(this.#folder, `${found.file} is missing`, error)),
    );
    watch.log(`Copying ${size} bytes from ${path}`);
    const transfer = {
      address: this.address,
      wanted,
      ask: () => Promise.resolve({ start: 0, size, content: createReadStream(path) }),
      mayPass: () => false,
    };
    await receivePackage(transfer, file, watch).catch((error: unknown) => {
      throw error instanceof PlatformError ? error : packageMismatch(this.address, String(error));
    });
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  async #find(appCode: string): Promise<IndexedApp> {
    const app = (await this.#index()).apps.find((candidate) => candidate.appCode === appCode);
    if (app) return app;
    throw refused(this.address, 404, 'APP_NOT_FOUND', `The catalog has no application ${appCode}.`);
  }

  async #index(): Promise<CatalogIndex> {
    let value: unknown;
    try {
      value = JSON.parse(await readFile(join(this.#folder, 'index.json'), 'utf8'));
    } catch (error) {
      const why = error instanceof SyntaxError ? 'index.json is no JSON' : 'it has no readable index.json';
      throw folderInvalid(this.#folder, why, error);
    }
    return checked(this.address, catalogIndexSchema, value);
  }

  #within(file: string): string {
    const path = resolve(this.#folder, file);
    const inner = relative(this.#folder, path);
    if (inner !== '' && !inner.startsWith('..') && !isAbsolute(inner)) return path;
    throw folderInvalid(this.#folder, `index.json names a package outside of the folder: ${file}`);
  }
}
