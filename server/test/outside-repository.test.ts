import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { isLongRun } from '@platform/package-format/testing';
import { ensureKeys } from '@platform/packager';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { inRoot } from '../../scripts/lib/paths.ts';
import { packAll } from '../../scripts/publish/pack-all.ts';
import { TestPlatform } from './support/platform.ts';

const exec = promisify(execFile);

/**
 * A folder outside this repository that contains only published packages and the libraries that npm
 * would install.
 */
describe('a repository outside this one', () => {
  let folder: string;
  let repository: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'outside-'));
    repository = join(folder, 'my-plugins');
    const tarballs = await packAll(join(folder, 'tarballs'));
    const modules = join(folder, 'installed/node_modules');
    for (const tarball of tarballs) await unpack(tarball, modules);
    linkLibraries(modules);
    const create = join(modules, '@platform/create-app/dist/cli/create-platform-repo.js');
    await run(folder, create, 'my-plugins', '--packages', 'tarballs', '--no-install');
    symlinkSync(modules, join(repository, 'node_modules'), 'dir');
    await installed('create-app/dist/cli/create-app.js', 'notes', '--name', 'My notes', '--no-install');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function run(cwd: string, ...args: string[]): Promise<string> {
    const env = { ...process.env, NODE_ENV: undefined, VITEST: undefined, INIT_CWD: cwd };
    return (await exec(process.execPath, args, { cwd, env })).stdout;
  }
  const installed = (program: string, ...args: string[]): Promise<string> =>
    run(repository, join(repository, 'node_modules/@platform', program), ...args);
  const library = (program: string, ...args: string[]): Promise<string> =>
    run(repository, join(repository, 'node_modules', program), ...args);

  it.runIf(isLongRun)('finds all that it depends on in vendor/ and in the registry', async () => {
    const arrangement = ['--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'];
    await exec('npm', ['install', ...arrangement], { cwd: repository });
    expect(existsSync(join(repository, 'package-lock.json'))).toBe(true);
  });

  // The generator's own tests do so for one application in the repository.
  it.runIf(isLongRun)('has applications that pass their generated tests and type checks', async () => {
    const [tests] = await Promise.all([
      library('vitest/vitest.mjs', 'run'),
      library('vue-tsc/bin/vue-tsc.js', '--noEmit', '-p', 'frontend/notes-app'),
    ]);
    expect(tests).toMatch(/Test Files[^\n]* passed/);
  });

  it('spec: R1, R4: builds a signed package that an unchanged running host installs and serves', async () => {
    await ensureKeys(inRoot('plugins/keys'));
    const key = inRoot('plugins/keys/private.pem');
    expect(await installed('packager/dist/cli.js', '-Plugin', 'notes', '-SigningKey', key)).toContain(
      'no findings',
    );
    const platform = await TestPlatform.start();
    try {
      vi.stubEnv('PLATFORM_TOKEN', platform.token);
      const zip = join(repository, 'dist-packages/notes-1.0.0.zip');
      const cli = ['cli/dist/cli.js', '--url', platform.apiUrl, '--json'] as const;
      expect(JSON.parse(await installed(...cli, 'publish', zip, '--install'))).toMatchObject({
        appCode: 'notes',
        listed: true,
        task: { kind: 'install' },
      });
      expect(await platform.get(`${platform.apiUrl}/notes/item/list`, platform.token)).toMatchObject({
        status: 200,
        body: { total: 2 },
      });
      expect((await platform.get(`${platform.frontendUrl}/remote-apps/notes/index.js`)).status).toBe(200);
    } finally {
      vi.unstubAllEnvs();
      await platform.remove();
    }
  });
});

async function unpack(tarball: string, modules: string): Promise<void> {
  const name = /^platform-(.*)-\d+\.\d+\.\d+\.tgz$/.exec(basename(tarball))?.[1] ?? '';
  const target = join(modules, '@platform', name);
  mkdirSync(target, { recursive: true });
  // Libraries that npm does not put at the top, because something else there has another version.
  const nested = [inRoot('packages', name, 'node_modules'), inRoot(name, 'node_modules')].find(existsSync);
  if (nested) symlinkSync(nested, join(target, 'node_modules'), 'dir');
  await exec('tar', ['-xzf', tarball, '-C', target, '--strip-components=1']);
}

/** Everything that is installed here but the platform's own packages and workspaces. */
function linkLibraries(modules: string): void {
  const own = new Set(['@platform', '@plugins', '.cache', '.vite', '.vite-temp', '.package-lock.json']);
  for (const name of readdirSync(inRoot('node_modules'))) {
    if (!own.has(name)) symlinkSync(inRoot('node_modules', name), join(modules, name));
  }
}
