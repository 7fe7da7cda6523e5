import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DoctorReport } from '@platform/host-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { availableRedis, type TestRedis } from '../src/infra/testing/redis.ts';
import { onConnection } from '../src/data/testing/connections.ts';
import { describeDatabases } from '../src/data/testing/databases.ts';
import { buildServer } from '../../scripts/lib/build.ts';
import { inRoot } from '../../scripts/lib/paths.ts';

type Fields = Readonly<Record<string, string>>;

type Program = 'entry' | 'platform';

/** A run of the built entry script, and of what it becomes, or of the container's command line. */
class Run {
  readonly child: ChildProcess;
  output = '';
  readonly ended: Promise<number | NodeJS.Signals | null>;

  constructor(fields: Fields, command: readonly string[] = [], program: Program = 'entry') {
    const { PATH = '' } = process.env;
    this.child = spawn(process.execPath, [inRoot(`server/dist/lib/${program}.js`), ...command], {
      env: { PATH, NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...fields },
      timeout: 170_000,
      killSignal: 'SIGKILL',
    });
    const note = (text: Buffer): void => void (this.output += text.toString());
    this.child.stdout?.on('data', note);
    this.child.stderr?.on('data', note);
    this.ended = new Promise((resolve) =>
      this.child.once('close', (code, signal) => resolve(code ?? signal)),
    );
  }

  get lines(): string[] {
    return this.output.split('\n').filter((line) => line.startsWith('[entry] '));
  }
}

async function outcome(fields: Fields, command?: readonly string[], program?: Program) {
  const run = new Run(fields, command, program);
  return { code: await run.ended, output: run.output, lines: run.lines };
}

/** A port on which nobody listens. */
const NOBODY = '127.0.0.1:1';
const password = ` "$p#a's:s@/w?o%r&d\\ `;
let redis: TestRedis | undefined;

beforeAll(async () => {
  redis = await availableRedis();
  await buildServer();
});
afterAll(() => redis?.close());

describe('audit: the command line of the container', () => {
  it('names the field that is missing, as the entry script does', async () => {
    const { code, output } = await outcome({}, ['doctor'], 'platform');
    expect(code).toBe(78);
    expect(output).toContain('✗ The database has no address: fill EXTERNAL_DB_ADDRESS');
  });

  it('says that the database is away, instead of waiting for it', async () => {
    const away = { EXTERNAL_DB_ADDRESS: NOBODY, EXTERNAL_REDIS_ADDRESS: NOBODY };
    const { code, output } = await outcome(away, ['doctor'], 'platform');
    expect(code).toBe(1);
    expect(output).toContain('DATABASE_UNREACHABLE');
  });

  it('has the commands that ask the running host, too', async () => {
    const { code, output } = await outcome({ PLATFORM_URL: `http://${NOBODY}` }, ['hosts'], 'platform');
    expect(code).toBe(3);
    expect(output).toContain('NOT_LOGGED_IN');
    expect((await outcome({}, [], 'platform')).output).toContain(
      'backup, verify, restore, rotate-key, move-database, doctor',
    );
  });
});

describe('the entry script', () => {
  it('spec: Errors/missing database or cache address at start: of the container', async () => {
    const { code, output } = await outcome({});
    expect(code).toBe(78);
    expect(output).toBe(
      [
        '[entry] ✗ The database has no address: fill EXTERNAL_DB_ADDRESS (host:port), or select a service in the panel (PANEL_DB_HOST).',
        '[entry] ✗ The cache has no address: fill EXTERNAL_REDIS_ADDRESS (host:port), or select a service in the panel (PANEL_REDIS_HOST).',
        '',
      ].join('\n'),
    );
  });

  it('ends with 69 where the database does not respond in time, and names the field', async () => {
    const { code, lines } = await outcome({
      EXTERNAL_DB_ADDRESS: NOBODY,
      EXTERNAL_REDIS_ADDRESS: NOBODY,
      DATABASE_START_WAIT_MS: '1500',
    });
    expect(code).toBe(69);
    expect(lines.filter((line) => line.includes('waiting'))).toEqual([
      '[entry] database: waiting, connect ECONNREFUSED 127.0.0.1:1',
    ]);
    expect(lines.at(-1)).toContain('EXTERNAL_DB_ADDRESS');
  });

  it('validates how long to wait', async () => {
    const fields = { EXTERNAL_DB_ADDRESS: NOBODY, EXTERNAL_REDIS_ADDRESS: NOBODY };
    const { code, output } = await outcome({ ...fields, DATABASE_START_WAIT_MS: 'soon' });
    expect(code).toBe(78);
    expect(output).toContain('DATABASE_START_WAIT_MS');
  });

  it('refuses an empty monitoring login where that is forbidden by name', async () => {
    const { code, lines } = await outcome({
      EXTERNAL_DB_ADDRESS: NOBODY,
      EXTERNAL_REDIS_ADDRESS: NOBODY,
      MANAGEMENT_ALLOW_DEFAULT_CREDENTIALS: 'false',
    });
    expect(code).toBe(78);
    expect(lines.at(-1)).toBe('[entry] ✗ Fill MONITOR_USERNAME and MONITOR_PASSWORD.');
  });

  it('is ended by SIGTERM while it waits', async () => {
    const run = new Run({ EXTERNAL_DB_ADDRESS: NOBODY, EXTERNAL_REDIS_ADDRESS: NOBODY });
    await expect.poll(() => run.output).toContain('waiting');
    run.child.kill('SIGTERM');
    expect(await run.ended).toBe(143);
  });
});

await describeDatabases('the entry script', ['sqlite', 'postgres'], ({ name, config }) => {
  if (config.type === 'sqlite') return it.skip('does not run with an embedded database', () => undefined);
  const database: Fields = {
    DATABASE_TYPE: name,
    EXTERNAL_DB_ADDRESS: `${config.host}:${config.port}`,
    DATABASE_NAME: config.name,
    DATABASE_USER: config.user,
  };
  const fields: Fields = { ...database, PANEL_REDIS_HOST: '127.0.0.1' };
  const shown = `${name === 'mysql' ? 'MySQL' : 'PostgreSQL'} ${config.host}:${config.port}/${config.name}`;
  let home: string;

  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'platform-entry-'));
    mkdirSync(join(home, 'sql', 'files'), { recursive: true });
    writeFileSync(join(home, 'sql', 'files', '010-shop.sql'), 'create table shop (id integer not null);');
  });
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  it('ends with 77 where the database refuses the login, at once', async () => {
    const { code, lines, output } = await outcome({
      ...fields,
      DATABASE_USER: 'platform_nobody',
      DATABASE_PASSWORD: 's3cret',
    });
    expect(code).toBe(77);
    expect(lines.at(-1)).toBe('[entry] ✗ Correct DATABASE_USER and DATABASE_PASSWORD.');
    expect(output).not.toContain('s3cret');
  });

  it('ends with 78 where there is no database of that name', async () => {
    const { code, lines } = await outcome({ ...fields, DATABASE_NAME: 'platform_never_made' });
    expect(code).toBe(78);
    expect(lines.at(-1)).toContain('DATABASE_NAME');
  });

  it('ends with 69 where the cache does not respond in time', async () => {
    const { code, lines } = await outcome({
      ...database,
      EXTERNAL_REDIS_ADDRESS: NOBODY,
      DATABASE_START_WAIT_MS: '1000',
    });
    expect(code).toBe(69);
    expect(lines.at(-1)).toContain('EXTERNAL_REDIS_ADDRESS');
  });

  it('ends with 77 where the cache refuses the login, at once', async () => {
    const server = createServer((socket) => {
      const refuse = (data: Buffer): void => {
        const commands = data.toString().match(/^\*\d+\r$/gm) ?? [];
        socket.write('-WRONGPASS invalid\r\n'.repeat(commands.length));
      };
      socket.on('error', () => undefined).on('data', refuse);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    const { code, lines, output } = await outcome({
      ...database,
      EXTERNAL_REDIS_ADDRESS: `127.0.0.1:${port}`,
      REDIS_PASSWORD: 's3cret',
    });
    server.close();
    expect(code).toBe(77);
    expect(lines.at(-1)).toContain('REDIS_PASSWORD');
    expect(output).not.toContain('s3cret');
  });

  it('becomes the command in its arguments, with the environment of the host', async ({ skip }) => {
    if (!redis) skip('Redis does not answer');
    const script = `
      process.on('SIGTERM', () => process.exit(7));
      console.log(process.pid, JSON.stringify(process.env));
      setTimeout(() => process.exit(8), 60_000);`;
    const run = new Run({ ...fields, MONITOR_USERNAME: 'watcher', MONITOR_PASSWORD: password }, [
      'node',
      '-e',
      script,
    ]);
    await expect.poll(() => run.output).toMatch(/\}\n$/);
    run.child.kill('SIGTERM');
    expect(await run.ended).toBe(7);
    const [, pid, environment] = /^(\d+) (\{.*\})$/m.exec(run.output) ?? [];
    expect(Number(pid)).toBe(run.child.pid);
    expect(JSON.parse(environment ?? '')).toMatchObject({
      MANAGEMENT_USERNAME: 'watcher',
      MANAGEMENT_PASSWORD: password,
      CACHE_URL: 'redis://127.0.0.1:6379/0',
    });
    expect(run.lines.at(-1)).toBe('[entry] starting node');
  });

  it('logs in with a password byte for byte', async ({ skip }) => {
    if (!redis) skip('Redis does not answer');
    // The other server on loopback asks for no password.
    if (name !== 'mysql') skip('is tried on MySQL');
    const user = `entry_${process.pid}`;
    const account = `'${user}'@'127.0.0.1'`;
    const quoted = `'${password.replaceAll(/['\\]/g, '\\$&')}'`;
    const administer = (statements: string) =>
      onConnection('mysql', undefined, async (query) => void (await query(statements)));
    await administer(
      `create user ${account} identified by ${quoted}; grant all on ${config.name}.* to ${account}`,
    );
    try {
      const login = { ...fields, DATABASE_USER: user };
      expect((await outcome({ ...login, DATABASE_PASSWORD: password }, ['true'])).code).toBe(0);
      // The server has an error of its own for a missing password.
      for (const wrong of [password.trim(), '']) {
        expect((await outcome({ ...login, DATABASE_PASSWORD: wrong }, ['true'])).code).toBe(77);
      }
    } finally {
      await administer(`drop user ${account}`);
    }
  });

  it('ends with 78 where the command does not exist', async ({ skip }) => {
    if (!redis) skip('Redis does not answer');
    const { code, lines } = await outcome(fields, ['platform-never-made']);
    expect(code).toBe(78);
    expect(lines.at(-1)).toBe('[entry] ✗ The command platform-never-made does not exist.');
  });

  const hostFields = (): Fields => ({
    ...fields,
    PLATFORM_PROFILE: 'production',
    PLATFORM_DATA_DIR: home,
    PLATFORM_SQL_DIR: join(home, 'sql'),
    PLATFORM_ADMIN_PASSWORD: 'Integration-1!',
    SERVER_PORT: '0',
    FRONTEND_PORT: '0',
    LOGGING_CONSOLE: 'json',
    CACHE_KEY_PREFIX: redis?.prefix ?? '',
    APP_MARKET_SECURITY_MODE: 'warn',
  });

  it('becomes the host: first start, then with its data, and SIGTERM ends it', async ({ skip }) => {
    if (!redis) skip('Redis does not answer');
    const all = hostFields();
    const sql = join(home, 'sql', 'files');
    for (const data of [
      `first start, imported with 1 SQL file of ${sql}`,
      'present (platform.init.version is 1.0.0), not imported',
    ]) {
      const run = new Run(all);
      await expect.poll(() => run.output, { timeout: 170_000 }).toContain('The host listens');
      expect(run.lines.map((line) => line.replace(/after \d+\.\d s/, 'after … s'))).toEqual([
        '[entry] profile: production',
        `[entry] database: ${shown} (EXTERNAL_DB_ADDRESS)`,
        '[entry] cache: redis://127.0.0.1:6379/0 (PANEL_REDIS_HOST)',
        '[entry] broker: RABBITMQ_ADDRESS is empty: messages are kept in the database',
        '[entry] scheduler: disabled: SCHEDULER_ADDRESS is empty, so no scheduled job runs',
        '[entry] monitoring: disabled: MONITOR_ADDRESS is empty',
        '[entry] WARNING: MONITOR_USERNAME and MONITOR_PASSWORD are empty: the monitoring endpoints accept the well-known default login. Fill both.',
        '[entry] security mode: warn (APP_MARKET_SECURITY_MODE)',
        '[entry] https: off: SERVER_TLS_CERT is empty, so a proxy has to end it',
        '[entry] database: ready after … s',
        '[entry] cache: ready after … s',
        `[entry] initial data: ${data}`,
        '[entry] starting the host',
      ]);
      const port = /"api":"http:[^"]*:(\d+)"/.exec(run.output)?.[1] ?? '';
      const health = await outcome({ ...all, SERVER_PORT: port }, ['--healthcheck=readiness']);
      expect(health).toMatchObject({ code: 0, lines: [] });
      expect(health.output).toMatch(/^readiness: 200 /);
      run.child.kill('SIGTERM');
      expect(await run.ended).toBe(0);
      expect((await outcome({ ...all, SERVER_PORT: port }, ['--healthcheck'])).code).toBe(1);
    }
  });

  it(
    'audit: leaves a platform that the command line of the container examines and backs up',
    { timeout: 600_000 },
    async ({ skip }) => {
      if (!redis) skip('Redis does not answer');
      const all = hostFields();
      const doctor = await outcome(all, ['doctor', '--json'], 'platform');
      const { findings } = JSON.parse(doctor.output) as DoctorReport;
      const severityOf = (check: string) => findings.find((each) => each.check === check)?.severity;
      // The ways to the database and to the files of this host.
      expect([severityOf('schema'), severityOf('secrets'), severityOf('monitoring')]).toEqual([
        'ok',
        'ok',
        'error',
      ]);
      expect(doctor.code).toBe(1);
      const backup = join(home, 'backup');
      const taken = await outcome(all, ['backup', backup], 'platform');
      expect(taken).toMatchObject({ code: 0, output: expect.stringContaining(`✓ ${backup}`) as string });
      const verified = await outcome(all, ['verify', backup], 'platform');
      expect(verified).toMatchObject({ code: 0, output: expect.stringContaining('✓ Complete') as string });
    },
  );
});
