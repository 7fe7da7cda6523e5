import { access, mkdir, open, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ignoreMissing } from '../../kernel/index.ts';

export function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Temporary file of {@link writeWhole}, left behind when it is interrupted. */
export const partialOf = (path: string): string => `${path}.partial`;

/** Writes a file atomically: to a temporary file, synced to disk, then renamed. */
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

/** Removes temporary files that an earlier process left in a folder. */
export async function clearPartials(folder: string): Promise<void> {
  for (const name of await namesIn(folder)) {
    if (name.endsWith(partialOf(''))) await rm(join(folder, name), { force: true });
  }
}

/** The text of a file; undefined when it does not exist. */
export const readIfThere = async (path: string): Promise<string | undefined> =>
  (await bytesIfThere(path))?.toString('utf8');

/** The content of a file; undefined when it does not exist. */
export const bytesIfThere = (path: string): Promise<Buffer | undefined> =>
  readFile(path).catch(ignoreMissing(undefined));

/** Names in a folder, sorted bytewise; empty when the folder does not exist. */
export const namesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(ignoreMissing([]))).sort();

/** @returns false when the folder is not empty or does not exist */
export function removeIfEmpty(folder: string): Promise<boolean> {
  return rmdir(folder).then(
    () => true,
    () => false,
  );
}
