import { access, mkdir, open, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** What {@link writeWhole} writes first, and leaves when it is interrupted. */
export const partialOf = (path: string): string => `${path}.partial`;

/** Writes a file that is either there whole or not at all, synced to disk. */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const partial = partialOf(path);
  const handle = await open(partial, 'w');
  try {
    await handle.writeFile(content);
    await handle.datasync();
  } finally {
    await handle.close();
  }
  await rename(partial, path);
}

/** Removes what {@link writeWhole} left in a folder when an earlier process ended. */
export async function clearPartials(folder: string): Promise<void> {
  for (const name of await namesIn(folder)) {
    if (name.endsWith(partialOf(''))) await rm(join(folder, name), { force: true });
  }
}

/** The text of a file, or undefined where there is none. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Names in a folder, sorted bytewise; none where the folder does not exist. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** @returns false when the folder holds something, or is not there */
export function removeIfEmpty(folder: string): Promise<boolean> {
  return rmdir(folder).then(
    () => true,
    () => false,
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
