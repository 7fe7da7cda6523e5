import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import type { DictionaryUse } from '@platform/host-api';
import { ZipArchive } from '@platform/package-format';
import { bytesIfThere } from '../disk/files.ts';
import type { Placement } from '../disk/placement.ts';
import type { InstallRegistry } from '../records/install-registry.ts';

interface DictionaryUsesParts {
  readonly frontendDir: string;
  readonly placement: Placement;
  readonly registry: InstallRegistry;
}

/** Sources and mappers of a backend; those of a frontend are bundled. */
const BACKEND = /\.(?:js|xml)$/;
const FRONTEND = '**/*.js';

/**
 * Finds the installed applications whose placed files name a dictionary: as a whole text between
 * quotes, which is how both sides ask for one. A name that an application puts together at run time
 * is not found, and an upgrade may take a file away meanwhile. (design 12)
 */
export class DictionaryUses {
  readonly #parts: DictionaryUsesParts;

  constructor(parts: DictionaryUsesParts) {
    this.#parts = parts;
  }

  /** The applications of a tenant, by their codes. */
  async of(tenantId: string, dictType: string): Promise<DictionaryUse[]> {
    const quoted = ['"', "'", '`'].map((quote) => Buffer.from(quote + dictType + quote));
    const isNamedIn = (bytes: Buffer): boolean => quoted.some((text) => bytes.includes(text));
    const uses: DictionaryUse[] = [];
    // One after the other: memory holds the files of one application.
    for (const { appCode } of this.#parts.registry.of(tenantId)) {
      const parts: DictionaryUse['parts'] = [
        ...((await this.#backendNames(appCode, isNamedIn)) ? (['backend'] as const) : []),
        ...((await this.#frontendNames(appCode, isNamedIn)) ? (['frontend'] as const) : []),
      ];
      if (parts.length > 0) uses.push({ appCode, parts });
    }
    return uses.sort((a, b) => (a.appCode < b.appCode ? -1 : 1));
  }

  async #backendNames(appCode: string, isNamedIn: (bytes: Buffer) => boolean): Promise<boolean> {
    const { placement } = this.#parts;
    const jar = placement.record(appCode)?.jar;
    if (!jar) return false;
    const bytes = await bytesIfThere(placement.jarPath(jar));
    if (!bytes) return false;
    const archive = await ZipArchive.open(bytes);
    for (const { name } of archive.entries)
      if (BACKEND.test(name) && isNamedIn(await archive.read(name))) return true;
    return false;
  }

  async #frontendNames(appCode: string, isNamedIn: (bytes: Buffer) => boolean): Promise<boolean> {
    const cwd = join(this.#parts.frontendDir, appCode);
    // Former versions are kept in a folder of their own.
    for await (const name of glob(FRONTEND, { cwd, exclude: ['~v/**'] })) {
      const bytes = await bytesIfThere(join(cwd, name));
      if (bytes && isNamedIn(bytes)) return true;
    }
    return false;
  }
}
