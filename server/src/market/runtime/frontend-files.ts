import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ZipArchive } from '@platform/package-format';
import type { Logger, RemoteFileRequest, RemoteFiles } from '../../kernel/index.ts';
import { compress } from '../disk/compress.ts';
import { exists, writeWhole } from '../disk/files.ts';
import { keptFolder, keptVersions } from '../disk/kept-versions.ts';
import { packageFiles } from '../disk/package-files.ts';
import type { Placement } from '../disk/placement.ts';
import type { PackageStorage } from '../packages/package-storage.ts';
import type { InstallRegistry } from '../records/install-registry.ts';
import { manifestOf, type VersionStore } from '../records/version-store.ts';
import { fetchStored } from '../source/stored-package.ts';

/** A version that could not be fetched is not fetched again so soon, in milliseconds. */
const PAUSE_MS = 60_000;
/** Versions whose names are kept in memory. */
const MOST_VERSIONS = 50;
const FRONTEND = 'frontend/';
/** The name of a chunk carries a hash of its content, so it is of no other version. */
const HASHED = /[.-][\w-]{8,}\.\w+$/;
const NO_NAMES: ReadonlySet<string> = new Set();

export interface FrontendFilesParts {
  /** Folder of remote applications. */
  readonly frontendDir: string;
  readonly tempDir: string;
  readonly placement: Placement;
  readonly registry: InstallRegistry;
  readonly versions: VersionStore;
  readonly storage: PackageStorage;
  readonly logger: Logger;
}

/**
 * Frontend files by version: of the placed one, of those kept beside it, and of the storage, from
 * which a version that may be asked for is fetched once. (design 10.7-15, 16-15)
 */
export class FrontendFiles implements RemoteFiles {
  readonly #parts: FrontendFilesParts;
  /** Running fetches, and failed ones until they may be tried again. */
  readonly #fetches = new Map<string, Promise<boolean>>();
  readonly #names = new Map<string, ReadonlySet<string>>();

  constructor(parts: FrontendFilesParts) {
    this.#parts = parts;
  }

  async locate({ appCode, path, version }: RemoteFileRequest): Promise<string | undefined> {
    const placed = this.#parts.placement.record(appCode);
    const running = join(appCode, path);
    // Files that a build wrote there belong to no version.
    const isRunning = version === undefined || placed === undefined || placed.version === version;
    if (isRunning && (await this.#has(running))) return running;
    if (version !== undefined) return this.#ofVersion(appCode, version, path);
    return this.#ofAnyVersion(appCode, path);
  }

  async #ofVersion(appCode: string, version: string, path: string): Promise<string | undefined> {
    const kept = join(keptFolder(appCode, version), path);
    if (await this.#has(kept)) return kept;
    if (!this.#mayBeAskedFor(appCode).has(version)) return undefined;
    // Anybody may ask for any name: a package is not unpacked for one that it does not have.
    const names = await this.#namesOf(appCode, version);
    if (names.size > 0 && !names.has(path)) return undefined;
    return (await this.#fetchOnce(appCode, version)) && (await this.#has(kept)) ? kept : undefined;
  }

  /**
   * A chunk of a page that is open since the former version, or of a version that another host has
   * and this one not yet. Only a name with a hash is fetched without a version: a lost entry
   * answers 404. (spec: Errors; design 10.4)
   */
  async #ofAnyVersion(appCode: string, path: string): Promise<string | undefined> {
    for (const version of await keptVersions(this.#parts.frontendDir, appCode)) {
      const kept = join(keptFolder(appCode, version), path);
      if (await this.#has(kept)) return kept;
    }
    const version = HASHED.test(path) ? await this.#versionWith(appCode, path) : undefined;
    return version === undefined ? undefined : this.#ofVersion(appCode, version, path);
  }

  async #versionWith(appCode: string, path: string): Promise<string | undefined> {
    for (const version of this.#mayBeAskedFor(appCode)) {
      if ((await this.#namesOf(appCode, version)).has(path)) return version;
    }
    return undefined;
  }

  /** Names of a version's frontend files, kept for some versions: anybody may ask for any name. */
  async #namesOf(appCode: string, version: string): Promise<ReadonlySet<string>> {
    const key = `${appCode}@${version}`;
    const known = this.#names.get(key);
    if (known) return known;
    const { versions } = this.#parts;
    const saved = await versions.find(appCode, version);
    const content = saved && (await versions.contents.find(saved.versionId));
    if (!content) return NO_NAMES;
    const names = new Set(
      content.files.flatMap(({ name }) => (name.startsWith(FRONTEND) ? name.slice(FRONTEND.length) : [])),
    );
    const [oldest] = this.#names.keys();
    if (this.#names.size >= MOST_VERSIONS && oldest !== undefined) this.#names.delete(oldest);
    this.#names.set(key, names);
    return names;
  }

  /** Versions that run here, that tenants have accepted, or could return to. */
  #mayBeAskedFor(appCode: string): ReadonlySet<string> {
    const { placement, registry } = this.#parts;
    const accepted = registry
      .ofApp(appCode)
      .flatMap(({ version, previousVersion }) => [version, previousVersion]);
    return new Set(
      [placement.record(appCode)?.version, ...accepted].filter((version) => typeof version === 'string'),
    );
  }

  #fetchOnce(appCode: string, version: string): Promise<boolean> {
    const key = `${appCode}@${version}`;
    const known = this.#fetches.get(key);
    if (known) return known;
    const fetching = this.#fetch(appCode, version).then(
      () => {
        this.#fetches.delete(key);
        return true;
      },
      (error: unknown) => {
        this.#parts.logger.warn('The frontend of a version cannot be fetched', { appCode, version, error });
        setTimeout(() => this.#fetches.delete(key), PAUSE_MS).unref();
        return false;
      },
    );
    this.#fetches.set(key, fetching);
    return fetching;
  }

  async #fetch(appCode: string, version: string): Promise<void> {
    const { frontendDir, tempDir, versions, storage, logger } = this.#parts;
    const saved = await versions.find(appCode, version);
    if (!saved) throw new Error(`${appCode} ${version} is not saved on this host.`);
    const folder = await mkdtemp(join(tempDir, 'package-'));
    try {
      const file = join(folder, 'package.zip');
      await fetchStored(storage, saved, file);
      const archive = await ZipArchive.open(file);
      try {
        for (const file of packageFiles(archive, manifestOf(saved)).frontend) {
          const place = join(frontendDir, keptFolder(appCode, version), file.path);
          const content = await file.read();
          await writeWhole(place, content);
          await compress(place, content);
        }
      } finally {
        await archive.close();
      }
      logger.info('Fetched the frontend of a version from the storage', { appCode, version });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  #has(path: string): Promise<boolean> {
    return exists(join(this.#parts.frontendDir, path));
  }
}
