import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RemoteProject } from './project.ts';
import { SHARED_MODULES } from './shared.ts';

/**
 * Required range of each shared module: its `peerDependencies` entry, else compatible with the
 * installed version.
 */
export function sharedRanges(project: RemoteProject): Record<string, string> {
  return Object.fromEntries(
    SHARED_MODULES.map((name) => [
      name,
      project.peerDependencies[name] ?? `^${installedVersion(name, project.root)}`,
    ]),
  );
}

/** Installed version of a module, seen from a folder. @throws Error if it is not installed */
export function installedVersion(name: string, from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    const file = join(folder, 'node_modules', name, 'package.json');
    if (existsSync(file)) return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
    if (folder === dirname(folder))
      throw new Error(`${name} is not installed: run npm install at the workspace's root`);
  }
}
