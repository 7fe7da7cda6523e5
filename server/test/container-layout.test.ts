import { spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isLongRun } from '@platform/package-format/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildServer } from '../../scripts/lib/build.ts';
import { freePort } from '../../scripts/lib/free-port.ts';
import { inRoot } from '../../scripts/lib/paths.ts';
import { run, type CommandFailed } from '../../scripts/lib/run.ts';
import { testDatabase } from '../src/data/testing/kept-databases.ts';
import type { TestDatabase } from '../src/data/testing/servers.ts';
import { availableRedis } from '../src/infra/testing/redis.ts';

/** The steps of a Containerfile, continued lines joined, by stage. */
function stagesOf(file: string): string[][] {
  const lines = readFileSync(inRoot('deploy', file), 'utf8')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n');
  const stages: string[][] = [];
  for (const line of lines) {
    if (line.startsWith('FROM ')) stages.push([]);
    else if (/^[A-Z]+ /.test(line)) stages.at(-1)?.push(line);
  }
  return stages;
}

/** `COPY` steps of a stage, as pairs of sources and target. */
const copiesOf = (steps: readonly string[]): Array<readonly [sources: string[], target: string]> =>
  steps
    .filter((step) => step.startsWith('COPY '))
    .map((step) =>
      step
        .split(' ')
        .slice(1)
        .filter((part) => !part.startsWith('--')),
    )
    .map((parts) => [parts.slice(0, -1), parts.at(-1) ?? ''] as const);

/** Paths that `.dockerignore` leaves out of the build. */
const isIgnored = (path: string): boolean =>
  /(^|\/)(node_modules|dist|target|\.cache|\.compile-cache|keys)$/.test(path);

const isRoot = process.getuid?.() === 0;
const redis = await availableRedis();
const database: TestDatabase | undefined = await testDatabase('postgres', 'empty').catch(() => undefined);
const ready = isLongRun && isRoot && redis !== undefined && database !== undefined;
const reason = isLongRun ? ': needs root, Redis and PostgreSQL on loopback' : ', in the long run';

/** Steps of the image that need no engine, in a folder in place of its root. (design 11.1) */
describe.skipIf(!ready)(`the image of the host, step by step${ready ? '' : reason}`, () => {
  const root = mkdtempSync(join(tmpdir(), 'platform-image-'));
  const at = (path: string): string => join(root, path);
  const [build = [], image = []] = stagesOf('backend.Containerfile');
  const within = (value: string): string =>
    value.replaceAll(/\/(?:app|opt\/platform)(?=\/|$)/g, (path) => at(path));
  let host: ChildProcess | undefined;

  beforeAll(() => buildServer());
  afterAll(async () => {
    host?.kill('SIGKILL');
    await database?.drop();
    await redis?.close();
    rmSync(root, { recursive: true, force: true });
  });

  const variables = (): Record<string, string> => {
    const line = image.find((step) => step.startsWith('ENV ')) ?? '';
    return Object.fromEntries(
      [...line.matchAll(/ ([A-Z_]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, within(value)]),
    );
  };
  const commandOf = (step: string): string[] =>
    (JSON.parse(step.slice(step.indexOf('['))) as string[]).map((part) =>
      part === 'node' ? process.execPath : within(part),
    );
  const [uid = 0, gid = 0] = (image.find((step) => step.startsWith('USER ')) ?? '')
    .slice(5)
    .split(':')
    .map(Number);

  it('installs what the host needs while it runs, and lists it', { timeout: 300_000 }, async () => {
    // Until all of the repository is copied; its only step since is the build, which has been done.
    for (const [sources, target] of copiesOf(build)) {
      if (sources.includes('.')) break;
      for (const source of sources) {
        const place = at(join('build', target === './' ? source : target));
        mkdirSync(dirname(place), { recursive: true });
        cpSync(inRoot(source), place, { recursive: true, filter: (path) => !isIgnored(path) });
      }
    }
    // `COPY . .` also brings the output of the packages' own build.
    const install = build.findLast((step) => step.startsWith('RUN npm ci')) ?? '';
    expect(install).toContain('--omit=dev');
    await run('sh', ['-euc', install.slice('RUN '.length)], { cwd: at('build') });
    const bill = JSON.parse(readFileSync(at('build/sbom.json'), 'utf8')) as {
      components: Array<{ name: string }>;
    };
    expect(bill.components.map(({ name }) => name)).toContain('fastify');
    expect(bill.components.map(({ name }) => name)).not.toContain('vitest');
    cpSync(inRoot('server/dist'), at('build/server/dist'), { recursive: true });
  });

  it('starts as another user, and writes to its data only', { timeout: 300_000 }, async () => {
    for (const [sources, target] of copiesOf(image)) {
      for (const source of sources) {
        const from = at(source);
        if (!existsSync(from)) throw new Error(`${source} is not there after the build.`);
        const place = at(join('opt/platform', target === './' ? source.slice('/build/'.length) : target));
        cpSync(from, place, { recursive: true, verbatimSymlinks: true });
      }
    }
    chmodSync(root, 0o755);
    for (const folder of ['app', 'app/sql']) {
      mkdirSync(at(folder), { recursive: true });
      chownSync(at(folder), uid, gid);
    }
    expect(uid).toBeGreaterThan(0);
    const { config } = database!;
    if (config.type === 'sqlite') throw new Error('A server is needed.');
    const port = await freePort();
    const env = {
      ...variables(),
      PATH: process.env['PATH'] ?? '',
      DATABASE_TYPE: config.type,
      EXTERNAL_DB_ADDRESS: `${config.host}:${config.port}`,
      DATABASE_NAME: config.name,
      DATABASE_USER: config.user,
      EXTERNAL_REDIS_ADDRESS: '127.0.0.1',
      CACHE_KEY_PREFIX: redis?.prefix ?? '',
      SERVER_HOST: '127.0.0.1',
      SERVER_PORT: String(port),
      PLATFORM_ADMIN_PASSWORD: 'Integration-1!',
    };
    const [program = '', ...args] = commandOf(image.find((step) => step.startsWith('ENTRYPOINT ')) ?? '');
    let output = '';
    host = spawn(program, args, { cwd: at('app'), env, uid, gid });
    const note = (text: Buffer): void => void (output += text.toString());
    host.stdout?.on('data', note);
    host.stderr?.on('data', note);
    const ended = new Promise((resolve) => host?.once('close', (code, signal) => resolve(code ?? signal)));
    await expect.poll(() => output, { timeout: 170_000 }).toContain('The host listens');

    const check = commandOf(image.find((step) => step.startsWith('HEALTHCHECK ')) ?? '');
    expect(await run(check[0] ?? '', check.slice(1), { env })).toContain('liveness: 200');
    // `docker compose exec backend platform …`
    const commandLine = /ln -s (\S*platform\.js)/.exec(image.join('\n'))?.[1] ?? '';
    const platform = (...command: readonly string[]) =>
      run(process.execPath, [within(commandLine), ...command], { env, cwd: at('app') });
    expect(await platform('doctor', '--json').catch(({ output: said }: CommandFailed) => said)).toContain(
      '"check": "schema"',
    );
    expect(await platform('backup', at('backup'))).toContain('files');
    expect(await platform('verify', at('backup'))).toContain('✓ Complete');
    const folders = await readdir(at('app'));
    expect(folders).toEqual(
      expect.arrayContaining(['plugins-dist', 'remote-apps', 'logs', 'temp', 'config', 'lock.db']),
    );
    const code = await readdir(at('opt'), { recursive: true });
    expect(
      code.filter((path) => statSync(at(join('opt', path)), { throwIfNoEntry: false })?.uid === uid),
    ).toEqual([]);
    host.kill('SIGTERM');
    expect(await ended).toBe(0);
  });
});
