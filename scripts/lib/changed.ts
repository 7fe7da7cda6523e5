import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inRoot } from './paths.ts';

const ignored = new Set(['node_modules', 'dist', 'target', '.cache', 'keys']);

/** Runs `work` unless its inputs are as they were after its last success and `outputs` exist. */
export async function whenChanged(
  name: string,
  inputs: readonly string[],
  outputs: readonly string[],
  work: () => Promise<void>,
): Promise<boolean> {
  const stamp = inRoot('node_modules', '.cache', 'platform', name);
  const now = fingerprint(inputs);
  if (read(stamp) === now && outputs.every((output) => exists(inRoot(output)))) return false;
  await work();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, now);
  return true;
}

/** Names, sizes and times of all files under the inputs. */
function fingerprint(inputs: readonly string[]): string {
  const hash = createHash('sha256');
  for (const input of inputs) addTo(hash, inRoot(input));
  return hash.digest('hex');
}

function addTo(hash: ReturnType<typeof createHash>, path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return;
  if (!stats.isDirectory()) return void hash.update(`${path}\0${stats.size}\0${stats.mtimeMs}\n`);
  for (const name of readdirSync(path).sort()) {
    if (!ignored.has(name)) addTo(hash, join(path, name));
  }
}

function read(file: string): string | undefined {
  return exists(file) ? readFileSync(file, 'utf8') : undefined;
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
