import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ignoreMissing } from '../../kernel/index.ts';
import type { BackupFile } from './manifest.ts';

/** Regular files below a directory, relative with `/`, sorted; none if it does not exist. */
export async function filesBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(ignoreMissing([]));
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

/** Entries below a directory that are neither files nor directories, such as links. */
export async function unusualEntries(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isFile() && !entry.isDirectory())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)));
}

/**
 * Copies a file with its directories.
 *
 * @param mode of directories that are missing; others may not enter them by default
 * @returns false if it does not exist
 */
export async function copyInto(source: string, target: string, mode = 0o700): Promise<boolean> {
  await mkdir(dirname(target), { recursive: true, mode });
  return copyFile(source, target).then(() => true, ignoreMissing(false));
}

/** Size and SHA-256 of a file below a folder. */
export async function describeFile(folder: string, path: string): Promise<BackupFile> {
  const file = join(folder, path);
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return { path, size: (await stat(file)).size, sha256: hash.digest('hex') };
}
