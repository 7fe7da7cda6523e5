import { execFile, spawn, type ChildProcess } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { isLongRun } from '@platform/package-format/testing';
import { ensureKeys } from '@platform/packager';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '../../scripts/lib/free-port.ts';
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
    const shell = isLongRun ? undefined : inRoot('dist/shell');
    const tarballs = await packAll(join(folder, 'tarballs'), shell);
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

  it.runIf(isLongRun)(
    'serves host, shell and sources by npm run dev, and a saved source at once',
    async () => {
      const ports = { shell: await freePort(), api: await freePort() };
      const development = new Development(repository, ports);
      try {
        await expect
          .poll(development.output, { timeout: 120_000 })
          .toMatch(/notes\s+│ ✔ served from its sources/);
        await expect.poll(development.output).toMatch(/plugins │ notes ✔ 1\.0\.0/);
        const page = await (await fetch(`http://localhost:${ports.shell}/notes/items`)).text();
        expect(page).toContain('<div id="app"');
        const assets = join(repository, 'node_modules/@platform/server/dist/shell/_shell');
        const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
        // Vue in its mode for development replaces components on the page.
        expect(
          scripts.some((name) => readFileSync(join(assets, name), 'utf8').includes('__VUE_HMR_RUNTIME__')),
        ).toBe(true);
        const controller = join(repository, 'plugins/platform-notes/src/controller/notes-item.controller.ts');
        const source = readFileSync(controller, 'utf8');
        writeFileSync(controller, source.replace("@Controller('/notes/item'", "@Controller('/notes/thing'"));
        const status = async (path: string): Promise<number> =>
          (await fetch(`http://127.0.0.1:${ports.api}/notes/${path}/list`)).status;
        await expect.poll(() => status('thing')).toBe(401);
        expect(await status('item')).toBe(404);
        writeFileSync(controller, source);
      } finally {
        expect(await development.stop(), development.output()).toBe(0);
      }
      expect(existsSync(join(repository, 'dist-packages/notes-1.0.0.zip'))).toBe(true);
      await expect(fetch(`http://127.0.0.1:${ports.api}/`)).rejects.toThrow();
    },
  );

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

/** Runs `npm run dev` until it serves, and shows its lines. */
class Development {
  #output = '';
  readonly #child: ChildProcess;
  readonly #ended: Promise<number | null>;

  constructor(root: string, ports: { readonly shell: number; readonly api: number }) {
    const program = join(root, 'node_modules/@platform/server/dist/dev.js');
    const args = ['--port', String(ports.shell), '--api-port', String(ports.api)];
    const env = { ...process.env, NODE_ENV: undefined, VITEST: undefined };
    this.#child = spawn(process.execPath, [program, ...args], { cwd: root, env });
    this.#ended = new Promise((resolve) => this.#child.once('close', resolve));
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (piece: Buffer) => (this.#output += stripVTControlCharacters(piece.toString())));
  }

  output = (): string => this.#output;

  /** @returns the exit code */
  stop(): Promise<number | null> {
    this.#child.kill('SIGTERM');
    return this.#ended;
  }
}

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
