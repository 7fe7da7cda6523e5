import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCreateRepository } from '../cli/run-create-repository.ts';
import { TOOLS } from './repository-files.ts';
import { PACKAGES } from './write-repository.ts';

interface Manifest {
  readonly dependencies?: Record<string, string>;
  readonly devDependencies: Record<string, string>;
  readonly overrides?: Record<string, string>;
  readonly scripts: Record<string, string>;
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'create-repo-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const create = async (...args: string[]): Promise<string[]> => {
  const lines: string[] = [];
  await runCreateRepository({
    args: [...args, '--no-install'],
    cwd: folder,
    print: (text) => lines.push(text),
  });
  return lines;
};
const manifestOf = (file: string): Manifest => JSON.parse(readFileSync(file, 'utf8')) as Manifest;

describe('create-platform-repo', () => {
  it('depends on the platform from the registry and ignores keys in Git', async () => {
    await create('my plugins');
    const { devDependencies } = manifestOf(join(folder, 'my plugins/package.json'));
    expect(devDependencies['@platform/plugin-sdk']).toBe('^1.0.0');
    expect(readFileSync(join(folder, 'my plugins/.gitignore'), 'utf8')).toContain('plugins/keys/*.pem');
    expect(existsSync(join(folder, 'my plugins/package.ps1'))).toBe(true);
  });

  it('copies given tarballs and resolves their dependencies on each other to them', async () => {
    mkdirSync(join(folder, 'npm'));
    for (const name of PACKAGES) {
      writeFileSync(join(folder, `npm/platform-${name}-1.2.0.tgz`), name);
    }
    await create('repo', '--packages', 'npm');
    const { devDependencies, overrides } = manifestOf(join(folder, 'repo/package.json'));
    expect(devDependencies['@platform/packager']).toBe('file:vendor/platform-packager-1.2.0.tgz');
    expect(overrides?.['@platform/packager']).toBe('$@platform/packager');
    expect(readFileSync(join(folder, 'repo/vendor/platform-packager-1.2.0.tgz'), 'utf8')).toBe('packager');
  });

  it('has each package of the platform that one of them depends on', () => {
    const root = join(import.meta.dirname, '../../../..');
    const needed = PACKAGES.flatMap((name) => {
      const folder = name === 'server' ? 'server' : `packages/${name}`;
      return Object.keys(manifestOf(join(root, folder, 'package.json')).dependencies ?? {});
    });
    const own = needed.filter((name) => name.startsWith('@platform/'));
    expect(own.filter((name) => !PACKAGES.includes(name.replace('@platform/', '')))).toEqual([]);
    expect(own).not.toEqual([]);
  });

  it('spec: L10/has the three checks, as the host repository has them', async () => {
    await create('checked');
    const own = manifestOf(join(folder, 'checked/package.json')).scripts;
    const { scripts } = manifestOf(join(import.meta.dirname, '../../../../package.json'));
    const checks = Object.keys(scripts).filter((name) => name.startsWith('check:'));
    expect(checks).toHaveLength(3);
    for (const name of checks) expect(own[name]).toBe(name.replace('check:', 'platform-check '));
  });

  it.each([
    [[], 'REPO_FOLDER_MISSING'],
    [['a', 'b'], 'REPO_FOLDER_MISSING'],
    [['a', '--form', 'x'], 'APP_OPTION_UNKNOWN'],
    [['a', '--packages'], 'APP_OPTION_UNKNOWN'],
    [['a', '--packages', 'none'], 'PACKAGES_MISSING'],
    [['.'], 'REPO_EXISTS'],
    [['mine.txt'], 'REPO_EXISTS'],
  ])('rejects %j before it packs anything: %s', async (args, code) => {
    writeFileSync(join(folder, 'mine.txt'), 'kept');
    const pack = (): Promise<string> => Promise.reject(new Error('It was packed.'));
    const run = runCreateRepository({ args, cwd: folder, print: () => {}, pack });
    await expect(run).rejects.toMatchObject({ code });
    expect(existsSync(join(folder, 'a'))).toBe(false);
    expect(readFileSync(join(folder, 'mine.txt'), 'utf8')).toBe('kept');
  });

  it('packs the platform by default', async () => {
    const pack = (): Promise<string> => Promise.resolve(join(folder, 'made'));
    const run = runCreateRepository({ args: ['a'], cwd: folder, print: () => {}, pack });
    await expect(run).rejects.toThrow(`${join(folder, 'made')} contains no tarball`);
  });

  it('pins the tools to the versions of this repository', () => {
    const [root, createApp] = ['../../../..', '../..'].map((path) =>
      manifestOf(join(import.meta.dirname, path, 'package.json')),
    );
    const own = { ...root?.dependencies, ...root?.devDependencies, ...createApp?.dependencies };
    expect(TOOLS).toEqual(Object.fromEntries(Object.keys(TOOLS).map((name) => [name, own[name]])));
  });
});
