import type { Stats } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Inputs of a successful type check. While they are unchanged, so is the result. */
interface Stamp {
  /** Compiler, its options, and the project's sources. */
  key: string;
  /** File → size and time of its last change. */
  files: Record<string, string>;
}

/**
 * True when the check recorded in `file` had the same `key`, and every file that it read is as
 * it was.
 */
export async function isUnchanged(file: string, key: string): Promise<boolean> {
  try {
    const stamp = JSON.parse(await readFile(file, 'utf8')) as Stamp;
    if (stamp.key !== key) return false;
    const stats = await Promise.all(Object.keys(stamp.files).map((path) => stat(path)));
    return Object.values(stamp.files).every((state, index) => state === stateOf(stats[index]!));
  } catch {
    return false;
  }
}

/**
 * Records a check that found nothing; not when a file changed after the check began.
 * @param began milliseconds since the epoch
 */
export async function recordCheck(
  file: string,
  key: string,
  read: readonly string[],
  began: number,
): Promise<void> {
  const stats = await Promise.all(read.map((path) => stat(path)));
  if (stats.some(({ mtimeMs }) => mtimeMs >= began)) return;
  const stamp: Stamp = {
    key,
    files: Object.fromEntries(read.map((path, index) => [path, stateOf(stats[index]!)])),
  };
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(stamp));
}

const stateOf = ({ size, mtimeMs }: Stats): string => `${size} ${mtimeMs}`;
