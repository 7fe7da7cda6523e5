import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Database } from '../../data/index.ts';
import { OBJECT_FOLDERS, placeIn, type BackupArea } from './areas.ts';
import { localLeftovers, localObjects } from './database-facts.ts';
import { copyInto } from './file-tree.ts';

/**
 * Puts restored objects where the restored rows say. One that was published or made private while a
 * server's database was dumped may be in the other folder of the backup: there it would not be
 * found, or would be public. (design 11.8-12)
 *
 * @param restored paths in the backup of what was restored
 * @returns how many objects were moved, and how many files were removed that no row names
 */
export async function settleObjects(
  database: Database,
  areas: readonly BackupArea[],
  restored: readonly string[],
): Promise<{ readonly moved: number; readonly removed: number }> {
  const objects = await localObjects(database);
  const named = new Set([...objects, ...(await localLeftovers(database)).values()]);
  let moved = 0;
  for (const path of objects) {
    const [file, other] = [placeIn(areas, path), placeIn(areas, elsewhere(path))];
    if (file === undefined || other === undefined || existsSync(file)) continue;
    if (await copyInto(other, file)) moved += 1;
  }
  let removed = 0;
  for (const path of restored) {
    const file = placeIn(areas, path);
    if (file === undefined || !isObject(path) || named.has(path)) continue;
    await rm(file, { force: true });
    removed += 1;
  }
  return { moved, removed };
}

const isObject = (path: string): boolean =>
  Object.values(OBJECT_FOLDERS).some((folder) => path.startsWith(`${folder}/`));

/** The path that the object has with the other visibility. */
function elsewhere(path: string): string {
  const { public: open, private: closed } = OBJECT_FOLDERS;
  return path.startsWith(`${open}/`)
    ? `${closed}${path.slice(open.length)}`
    : `${open}${path.slice(closed.length)}`;
}
