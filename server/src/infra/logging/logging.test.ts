import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PlatformError, requestContext } from '../../kernel/index.ts';
import { LOOK_EVERY_MS } from './disk-guard.ts';
import { createLogging, type Logging, type LoggingOptions } from './create.ts';

describe('logging', () => {
  let directory: string;
  const written: string[] = [];
  const terminal = { write: (text: string) => written.push(text) };
  const open = (more: Partial<LoggingOptions> = {}): Logging =>
    createLogging({ level: 'info', console: 'json', directory, terminal, ...more });
  const lines = async (file: string): Promise<Array<Record<string, unknown>>> =>
    (await readFile(join(directory, file), 'utf8').catch(() => ''))
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const messages = async (file: string): Promise<unknown[]> => (await lines(file)).map((line) => line['msg']);

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'platform-log-'));
    written.length = 0;
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  it('spec: Logs/three files, each with its levels', async () => {
    const { logger, close } = open({ level: 'debug' });
    for (const level of ['trace', 'debug', 'info', 'warn', 'error'] as const) logger[level](level);
    await close();
    expect(await messages('sys-console.log')).toEqual(['info', 'warn', 'error']);
    expect(await messages('sys-info.log')).toEqual(['info']);
    expect(await messages('sys-error.log')).toEqual(['error']);
    expect(written).toHaveLength(4);
  });

  it('spec: Logs; Limits/log retention: daily rolling survives a restart: files of an earlier day are rolled and compressed', async () => {
    const yesterday = new Date(Date.now() - 86_400_000);
    for (const name of ['sys-console', 'sys-info']) {
      await writeFile(join(directory, `${name}.log`), `{"msg":"old"}\n`);
      await utimes(join(directory, `${name}.log`), yesterday, yesterday);
    }
    const { logger, close } = open();
    logger.info('new');
    await close();
    const files = await readdir(directory);
    expect(files.filter((name) => /^sys-info\.\d{4}-\d\d-\d\d\.1\.log\.gz$/.test(name))).toHaveLength(1);
    expect(files.filter((name) => /^sys-console\.\d{4}-\d\d-\d\d\.1\.log$/.test(name))).toHaveLength(1);
    expect(await messages('sys-info.log')).toEqual(['new']);
  });

  it('writes what background work repeats while a service is away once a minute, and requests each time', async () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const { logger, close } = open();
    const error = new PlatformError({
      code: 'DATABASE_UNREACHABLE',
      message: 'It does not respond.',
      fix: '',
    });
    const scheduler = logger.child({ logger: 'scheduler' });
    for (let second = 0; second <= 60; second += 1) {
      now = second * 1_000;
      scheduler.error('The scheduler met an error', { error });
      if (second === 1) scheduler.warn('Something else failed', { error });
      if (second < 2) scheduler.error('The scheduler met an error', { error: new Error('No such table.') });
      if (second < 2)
        requestContext.run({ requestId: `r-${second}` } as never, () =>
          logger.error('Request failed', { error }),
        );
    }
    await close();
    vi.restoreAllMocks();
    const all = await lines('sys-error.log');
    expect(all.filter(({ msg }) => msg === 'Request failed')).toHaveLength(2);
    const met = all.filter(({ msg }) => msg === 'The scheduler met an error');
    expect(met.map(({ leftOut }) => leftOut)).toEqual([undefined, undefined, undefined, 59]);
    expect(await messages('sys-console.log')).toContain('Something else failed');
  });

  it('design 11.5: leaves INFO out while the disk is nearly full, and says so', async () => {
    let free = 99;
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const { logger, close } = open({ minFree: 100, freeOf: () => Promise.resolve(free) });
    const look = async (): Promise<void> => {
      now += LOOK_EVERY_MS;
      logger.info('look');
      await new Promise((resolve) => setImmediate(resolve));
    };
    await look();
    for (const level of ['info', 'info', 'warn', 'error'] as const) logger[level](`full ${level}`);
    free = 100;
    await look();
    logger.info('free');
    await close();
    vi.restoreAllMocks();
    const low = 'The disk is nearly full; the log files leave INFO out until space is free';
    const again = 'The log files have INFO again';
    expect(await messages('sys-console.log')).toEqual([
      'look',
      low,
      'full warn',
      'full error',
      again,
      'free',
    ]);
    expect(await messages('sys-info.log')).toEqual(['look', 'free']);
    expect((await lines('sys-console.log')).find(({ msg }) => msg === again)).toMatchObject({ leftOut: 3 });
    expect(written).toHaveLength(9);
  });

  it('adds request, tenant, user and logger, and writes an error with stack and causes', async () => {
    const { logger, close } = open();
    const user = { userId: 1, userName: 'admin', tenantId: 't1', roles: [], permissions: [], sessionId: 1 };
    requestContext.run({ requestId: 'r1', tenantId: 't1', user }, () => {
      logger.child({ logger: 'market', app: 'hello' }).error('It failed', {
        error: new PlatformError({ code: 'OUTER', message: 'outer', cause: new Error('inner') }),
      });
    });
    await close();
    const [line] = await lines('sys-error.log');
    expect(line).toMatchObject({
      level: 'error',
      requestId: 'r1',
      tenant: 't1',
      user: 'admin',
      logger: 'market',
      app: 'hello',
    });
    expect(line?.['error']).toMatchObject({ code: 'OUTER', message: 'outer' });
    expect((line?.['error'] as { stack: string } | undefined)?.stack).toMatch(
      /outer[\s\S]*Caused by: Error: inner[\s\S]*logging\.test/,
    );
    expect(Date.parse(String(line?.['time']))).toBeGreaterThan(Date.now() - 60_000);
  });

  it('never writes secrets', async () => {
    const { logger, close } = open();
    logger.info('Header Authorization: Bearer s3cr3t.token', {
      password: 's3cr3t',
      body: { newPassword: 's3cr3t', nested: [{ apiToken: 's3cr3t' }], count: 3 },
      error: new Error('Bearer s3cr3t was refused'),
    });
    await close();
    expect(written.join('')).not.toContain('s3cr3t');
    expect(written.join('')).toContain('"count":3');
  });

  it('changes the level of a logger and its children at run time', () => {
    const { logger, levels } = open({ directory: undefined });
    const plugin = logger.child({ logger: 'plugin.hello' });
    plugin.debug('unseen');
    levels.set('plugin', 'debug');
    plugin.debug('seen');
    logger.debug('unseen');
    levels.set('plugin.hello', 'error');
    plugin.warn('unseen');
    levels.set('plugin.hello', undefined);
    levels.set('plugin', undefined);
    plugin.debug('unseen');
    expect(written.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(['seen']);
    expect(levels.list().map(({ name }) => name)).toEqual(['ROOT', 'platform', 'plugin.hello']);
    expect(() => levels.set('plugin', 'loud' as never)).toThrow(/loud is not a log level/);
  });

  it('prints one line for people, with the stack below', () => {
    const { logger } = open({ console: 'pretty', directory: undefined });
    logger.child({ logger: 'data' }).warn('Waiting', { reason: 'refused', error: new Error('why') });
    expect(written[0]).toMatch(/^\d\d:\d\d:\d\d WARN {2}data Waiting reason=refused\n {4}Error: why\n/);
  });

  it('findings: security 16; survives a terminal that cannot be written to', () => {
    const full = {
      write: () => {
        throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      },
    };
    const { logger } = open({ terminal: full, directory: undefined });
    expect(() => logger.error('unseen')).not.toThrow();
  });

  it.runIf(existsSync('/dev/full'))('survives a full disk', async () => {
    for (const name of ['sys-console', 'sys-info', 'sys-error']) {
      await symlink('/dev/full', join(directory, `${name}.log`));
    }
    const failures: Error[] = [];
    const { logger, close } = open({ onFailure: (error) => failures.push(error) });
    for (let n = 0; n < 1_000; n++) logger.info(`line ${n}`);
    await expect.poll(() => failures.length).toBeGreaterThan(0);
    logger.info('still here');
    await close();
    expect(written).toHaveLength(1_001);
  });

  it('writes any value', () => {
    const { logger } = open({ directory: undefined });
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const evil = {
      get a() {
        throw new Error('a');
      },
    };
    const cyclic: Record<string, unknown> = { n: 1n };
    cyclic['self'] = cyclic;
    logger.info(Symbol('message') as never, { proxy, evil, cyclic, list: [proxy], symbol: Symbol('s') });
    logger.error('x'.repeat(1_000_000), { error: proxy });
    expect(written).toHaveLength(2);
    expect(JSON.parse(written[0] ?? '')).toMatchObject({ msg: 'Symbol(message)', proxy: '<Revoked Proxy>' });
    expect(written[1]?.length).toBeLessThan(100_000);
  });

  it('survives files that cannot be written', async () => {
    await rm(directory, { recursive: true });
    await writeFile(directory, 'not a directory');
    const failures: Error[] = [];
    const { logger, close } = open({ onFailure: (error) => failures.push(error) });
    logger.info('still here');
    await expect.poll(() => failures).toHaveLength(2);
    logger.info('and here');
    await close();
    expect(written).toHaveLength(2);
    expect(failures).toHaveLength(2);
    await rm(directory);
    await mkdir(directory);
  });
});
