import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { CreateAppError } from '../errors.ts';
import { repositoryFiles } from './repository-files.ts';

/**
 * Packages for developing in an application repository, with those that they depend on, as tarballs
 * in `vendor/` if given.
 */
export const PACKAGES: readonly string[] = [
  'cli',
  'create-app',
  'host-api',
  'mapper',
  'package-format',
  'packager',
  'plugin-sdk',
  'remote-app',
  'server',
];
const VERSION = '^1.0.0';

/** @throws CreateAppError REPO_EXISTS, where `root` is a file, or a folder with something in it */
export async function assertEmpty(root: string): Promise<void> {
  if (!existsSync(root)) return;
  const isFolder = (await stat(root)).isDirectory();
  if (isFolder && (await readdir(root)).length === 0) return;
  throw new CreateAppError(
    'REPO_EXISTS',
    `${root} is ${isFolder ? 'not empty' : 'a file'}`,
    'Choose a folder that does not exist yet.',
  );
}

/**
 * Makes a repository for plugins and their frontends outside the host's.
 * @param root absolute; empty, or not there
 * @param tarballs folder of packed packages; undefined for those of the registry
 * @returns the paths written, from `root`
 * @throws CreateAppError REPO_EXISTS, PACKAGES_MISSING
 */
export async function writeRepository(root: string, tarballs: string | undefined): Promise<string[]> {
  await assertEmpty(root);
  const found = tarballs === undefined ? new Map<string, string>() : await tarballsIn(tarballs);
  const specifiers = PACKAGES.map((name) => {
    const file = found.get(name);
    return [`@platform/${name}`, file === undefined ? VERSION : `file:vendor/${basename(file)}`] as const;
  });
  const files = repositoryFiles(basename(root), Object.fromEntries(specifiers));
  for (const [path, text] of files) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  const vendored = [...found.values()];
  if (vendored.length > 0) await mkdir(join(root, 'vendor'));
  for (const file of vendored) await copyFile(file, join(root, 'vendor', basename(file)));
  return [...files.keys(), ...vendored.map((file) => `vendor/${basename(file)}`)].sort();
}

async function tarballsIn(folder: string): Promise<Map<string, string>> {
  const names = existsSync(folder) ? await readdir(folder) : [];
  const found = PACKAGES.map((name) => [name, names.find((file) => isTarballOf(name, file))] as const);
  const missing = found.filter(([, file]) => file === undefined).map(([name]) => `@platform/${name}`);
  if (missing.length > 0) {
    throw new CreateAppError(
      'PACKAGES_MISSING',
      `${folder} contains no tarball of ${missing.join(', ')}.`,
      'Run npm run pack in the host repository and pass its dist/npm.',
    );
  }
  return new Map(found.map(([name, file]) => [name, join(folder, file!)]));
}

const isTarballOf = (name: string, file: string): boolean =>
  file.startsWith(`platform-${name}-`) && /^\d+\.\d+\.\d+\.tgz$/.test(file.slice(`platform-${name}-`.length));
