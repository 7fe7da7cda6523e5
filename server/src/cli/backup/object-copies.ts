import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { placeIn, type BackupArea } from './areas.ts';
import { copyInto } from './file-tree.ts';

/** Stored objects that are in a backup. */
export class ObjectCopies {
  readonly partial: string;
  readonly #areas: readonly BackupArea[];
  readonly #copied = new Set<string>();

  /** @param partial the folder of the backup while it is being made */
  constructor(areas: readonly BackupArea[], partial: string) {
    this.#areas = areas;
    this.partial = partial;
  }

  /**
   * Copies those that are not copied yet.
   *
   * @returns those that do not exist
   */
  async copy(paths: readonly string[]): Promise<string[]> {
    const absent: string[] = [];
    for (const path of paths) {
      if (this.#copied.has(path)) continue;
      const from = placeIn(this.#areas, path);
      if (from !== undefined && (await copyInto(from, join(this.partial, path)))) this.#copied.add(path);
      else absent.push(path);
    }
    return absent;
  }

  /** Removes the copies of objects that no row names any more. */
  async keepOnly(named: ReadonlySet<string>): Promise<void> {
    for (const path of this.#copied)
      if (!named.has(path)) await rm(join(this.partial, path), { force: true });
  }
}
