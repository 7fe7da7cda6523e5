import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ServiceRegistry, silentLogger, startModules, type Logger } from '../../kernel/index.ts';
import { testConfig } from '../../kernel/testing/config.ts';
import { dataModule } from '../module.ts';
import { describeHostDatabases } from '../testing/databases.ts';
import type { Ids } from '../ids/ids.ts';
import { openHostDatabase } from '../testing/open.ts';
import { establishIdentity, nextKeyFileOf, PLATFORM_IDENTITY } from './identity.ts';
import { secretOfFile } from './key-file.ts';
import { PLATFORM_KEY, PlatformKey } from './platform-key.ts';

let directory: string;
beforeEach(async () => (directory = await mkdtemp(join(tmpdir(), 'identity-'))));
afterEach(() => rm(directory, { recursive: true, force: true }));

describe('PlatformKey', () => {
  const key = new PlatformKey('a'.repeat(43));

  it('verifies its own signatures, for their purpose and text only', () => {
    const code = key.hmac('csrf', '42');
    expect(code).toMatch(/^[\w-]{43}$/);
    expect(key.matches('csrf', '42', code)).toBe(true);
    expect(key.matches('csrf', '43', code)).toBe(false);
    expect(key.matches('link', '42', code)).toBe(false);
    expect(new PlatformKey('b'.repeat(43)).matches('csrf', '42', code)).toBe(false);
  });

  it.each(['', 'x', 'ü'.repeat(43), `${'A'.repeat(42)}\0`, 'A'.repeat(100_000)])(
    'rejects any other code without an error',
    (code) => {
      expect(key.matches('csrf', '42', code)).toBe(false);
    },
  );
});

describe('the key file', () => {
  const file = (): string => join(directory, 'config', 'platform.secret-key');

  it('is created once, for its owner only, without leftovers', async () => {
    const secrets = await Promise.all(Array.from({ length: 8 }, () => secretOfFile(file(), silentLogger)));
    expect(new Set(secrets).size).toBe(1);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect(await readdir(join(directory, 'config'))).toEqual(['platform.secret-key']);
    expect(await secretOfFile(file(), silentLogger)).toBe(secrets[0]);
    expect(secrets[0]).toBe((await readFile(file(), 'utf8')).trim());
  });

  it('is refused when it is too short, with its path and a hint', async () => {
    await secretOfFile(file(), silentLogger);
    await writeFile(file(), 'guess\n');
    await expect(secretOfFile(file(), silentLogger)).rejects.toMatchObject({
      code: 'SECRET_KEY_UNUSABLE',
      message: expect.stringContaining(file()) as string,
      fix: expect.stringContaining('backup') as string,
    });
    await writeFile(file(), 'x'.repeat(32));
    expect(await secretOfFile(file(), silentLogger)).toBe('x'.repeat(32));
  });

  it('causes a warning when others can read it', async () => {
    await secretOfFile(file(), silentLogger);
    await chmod(file(), 0o644);
    const warnings: string[] = [];
    const logger: Logger = { ...silentLogger, warn: (text) => void warnings.push(text) };
    await secretOfFile(file(), logger);
    expect(warnings).toHaveLength(1);
  });
});

await describeHostDatabases('identity', ({ args }) => {
  const start = async (errors: string[] = []) => {
    const values = Object.fromEntries(
      args.map((arg) => arg.replace(/^--/, '').split('=') as [string, string]),
    );
    const services = new ServiceRegistry();
    const logger: Logger = {
      ...silentLogger,
      child: () => logger,
      error: (text) => void errors.push(text),
    };
    const host = await startModules(
      [dataModule],
      testConfig({ 'platform.data-dir': directory, ...values }),
      logger,
      services,
    );
    return {
      ...services.use(PLATFORM_IDENTITY),
      key: services.use(PLATFORM_KEY),
      stop: () => host.dispose(),
    };
  };

  it('is kept over restarts; 16-18: with a different key the start is refused', async () => {
    const first = await start();
    expect(first.id).toMatch(/^[a-z0-9]{8}$/);
    await first.stop();
    const errors: string[] = [];
    const second = await start(errors);
    expect(second.id).toBe(first.id);
    expect(second.key.fingerprint).toBe(first.key.fingerprint);
    expect(errors).toEqual([]);
    await second.stop();
    await rm(join(directory, 'config'), { recursive: true });
    await expect(start(errors)).rejects.toMatchObject({ code: 'SECRET_KEY_DIFFERS' });
  });
});

it('is the same for hosts that create it at once', async () => {
  const database = await openHostDatabase({ type: 'sqlite', file: join(directory, 'a.db') });
  const config = testConfig({ 'platform.data-dir': directory });
  let next = 0;
  const ids = { next: () => (next += 1) } as Ids;
  const made = await Promise.all(
    Array.from({ length: 4 }, () => establishIdentity(database, ids, config, silentLogger)),
  );
  expect(new Set(made.map(({ identity }) => identity.id)).size).toBe(1);
  expect(new Set(made.map(({ key }) => key.fingerprint)).size).toBe(1);
  const { rows } = await database.raw(
    "select config_key from sys_config where config_key <> 'platform.schema.min' order by config_key",
  );
  expect(rows).toEqual([{ config_key: 'platform.id' }, { config_key: 'platform.key.fingerprint' }]);
  await database.close();
});

it('is told of a rotation of the key that was interrupted, and of no other', async () => {
  const database = await openHostDatabase({ type: 'sqlite', file: join(directory, 'a.db') });
  const config = testConfig({ 'platform.data-dir': directory });
  const warnings: unknown[] = [];
  const logger: Logger = { ...silentLogger, warn: (_text, fields) => void warnings.push(fields) };
  let next = 0;
  const establish = () => establishIdentity(database, { next: () => (next += 1) } as Ids, config, logger);
  const before = await establish();
  expect([before.nextKey, warnings]).toEqual([undefined, []]);
  await secretOfFile(nextKeyFileOf(config), silentLogger);
  const after = await establish();
  expect(after.key.fingerprint).toBe(before.key.fingerprint);
  expect(after.nextKey?.fingerprint).not.toBe(before.key.fingerprint);
  expect(warnings).toMatchObject([{ file: nextKeyFileOf(config) }]);
  await database.close();
});
