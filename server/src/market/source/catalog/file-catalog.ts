import type { PackageContent } from '@platform/host-api';
import {
  catalogIndexSchema,
  type CatalogApp,
  type CatalogIndex,
  type CatalogVersion,
} from '@platform/package-format';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { Compile } from 'typebox/compile';
import { PlatformError, reasonOf, type Page, type PageQuery } from '../../../kernel/index.ts';
import type { FetchWatch } from '../market-source.ts';
import type { PackageInspector } from '../../packages/package-inspector.ts';
import { readContent } from '../../packages/read-content.ts';
import type { CatalogFilter, CatalogReader, WantedPackage } from './catalog-reader.ts';
import { checked } from './envelope.ts';
import { folderInvalid, packageMismatch, refused } from './failures.ts';
import { pageOfApps } from './page-of-apps.ts';
import { receivePackage } from './receive-package.ts';

type IndexedApp = CatalogIndex['apps'][number];

/** A catalog in a folder, for networks without access to a publisher. (design 4.5) */
export class FileCatalog implements CatalogReader {
  readonly address: string;
  readonly #folder: string;
  readonly #form = Compile(catalogIndexSchema);
  readonly #inspector: Pick<PackageInspector, 'read'>;

  /** @param inspector limits how many packages are read at once */
  constructor(folder: string, inspector: Pick<PackageInspector, 'read'>) {
    this.#inspector = inspector;
    this.#folder = resolve(folder);
    this.address = this.#folder;
  }

  async apps(): Promise<CatalogApp[]> {
    return (await this.#index()).apps;
  }

  async page(filter: CatalogFilter, page: PageQuery): Promise<Page<CatalogApp>> {
    return pageOfApps(await this.apps(), filter, page);
  }

  app(appCode: string): Promise<CatalogApp> {
    return this.#find(appCode);
  }

  async versions(appCode: string): Promise<CatalogVersion[]> {
    return (await this.#find(appCode)).versions;
  }

  /**
   * Reads the package in place. Undefined if it differs from the index; fetching it reports why.
   */
  async content(appCode: string, version: string): Promise<PackageContent | undefined> {
    const found = await this.#version(appCode, version);
    const path = this.#within(found.file);
    if ((await this.#sizeOf(found)) !== found.packageSize) return undefined;
    const inspection = await this.#inspector.read(path);
    const isNamed = inspection.ok && inspection.sha256 === found.packageSha256;
    return isNamed ? readContent(path, inspection) : undefined;
  }

  async package(wanted: WantedPackage, file: string, watch: FetchWatch): Promise<void> {
    const found = await this.#version(wanted.appCode, wanted.version);
    const path = this.#within(found.file);
    const size = await this.#sizeOf(found);
    watch.log(`Copying ${size} bytes from ${path}`);
    const transfer = {
      address: this.address,
      wanted,
      request: () => Promise.resolve({ start: 0, size, content: createReadStream(path) }),
      isTransient: () => false,
    };
    await receivePackage(transfer, file, watch).catch((error: unknown) => {
      throw error instanceof PlatformError ? error : packageMismatch(this.address, reasonOf(error));
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

  async #version(appCode: string, version: string): Promise<IndexedApp['versions'][number]> {
    const found = (await this.#find(appCode)).versions.find((candidate) => candidate.version === version);
    if (found) return found;
    throw refused(this.address, 404, 'VERSION_NOT_FOUND', `${version} is not in the folder.`);
  }

  async #sizeOf({ file }: IndexedApp['versions'][number]): Promise<number> {
    try {
      return (await stat(this.#within(file))).size;
    } catch (error) {
      throw error instanceof PlatformError ? error : folderInvalid(this.#folder, `${file} is missing`, error);
    }
  }

  async #index(): Promise<CatalogIndex> {
    let value: unknown;
    try {
      value = JSON.parse(await readFile(join(this.#folder, 'index.json'), 'utf8'));
    } catch (error) {
      const why = error instanceof SyntaxError ? 'index.json is not valid JSON' : 'index.json cannot be read';
      throw folderInvalid(this.#folder, why, error);
    }
    return checked(this.address, this.#form, value);
  }

  #within(file: string): string {
    const path = resolve(this.#folder, file);
    const inner = relative(this.#folder, path);
    if (inner !== '' && !inner.startsWith('..') && !isAbsolute(inner)) return path;
    throw folderInvalid(this.#folder, `index.json names a package outside the folder: ${file}`);
  }
}
