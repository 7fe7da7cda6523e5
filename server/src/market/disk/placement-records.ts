import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { clearPartials, namesIn, readIfThere, writeWhole } from './files.ts';

/** The one version of an application placed on this host. (design 9.2-10) */
export interface Placed {
  readonly version: string;
  /** File name of the backend jar in the plugin directory. */
  readonly jar: string | null;
  /** Path of the frontend entry within the application's folder. */
  readonly entry: string | null;
  /** Frontend files of this version. */
  readonly files: readonly string[];
  /** Frontend files of the former version, kept for open pages. */
  readonly formerFiles: readonly string[];
}

/** Placement records, one file per application, so that they survive a restart. */
export class PlacementRecords {
  readonly #folder: string;
  readonly #records = new Map<string, Placed>();

  constructor(pluginDir: string) {
    this.#folder = join(pluginDir, 'placements');
  }

  /** @param isShared another worker may be writing one */
  async load(isShared = false): Promise<void> {
    if (!isShared) await clearPartials(this.#folder);
    for (const name of await namesIn(this.#folder)) {
      if (name.endsWith('.json')) await this.reread(name.slice(0, -'.json'.length));
    }
  }

  /** Reads the record of an application again, because another worker may have written it. */
  async reread(appCode: string): Promise<void> {
    const text = await readIfThere(join(this.#folder, `${appCode}.json`));
    if (text === undefined) this.#records.delete(appCode);
    else this.#records.set(appCode, JSON.parse(text) as Placed);
  }

  get(appCode: string): Placed | undefined {
    return this.#records.get(appCode);
  }

  async set(appCode: string, placed: Placed | null): Promise<void> {
    const path = join(this.#folder, `${appCode}.json`);
    if (placed) {
      await writeWhole(path, JSON.stringify(placed));
      this.#records.set(appCode, placed);
    } else {
      await rm(path, { force: true });
      this.#records.delete(appCode);
    }
  }
}
