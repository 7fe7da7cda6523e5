import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest';
import { loadConfig, silentLogger, systemClock, toPlatformError, type Logger } from '../../kernel/index.ts';
import type { ServerConfig } from '../dialects/config.ts';
import { SqlDatabase } from '../sql-database.ts';
import { availableDatabases, type TestDatabase } from '../testing/databases.ts';
import { openTestDatabase } from '../testing/open.ts';
import { databaseConfigOf, openDatabase } from './open.ts';

test.each(['mysql', 'postgres'])('spec: Errors/missing database or cache address at start: %s', (type) => {
  const args = [`--database.type=${type}`, '--database.host='];
  const { config } = loadConfig({ directories: [], env: {}, args });
  expect(() => databaseConfigOf(config)).toThrow(/The database has no address.*database\.host/);
});

describe('an SQLite database', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'platform-open-'));
  });
  afterAll(() => rm(directory, { recursive: true }));

  it('is created with its directory, and keeps its data', async () => {
    const config = { type: 'sqlite', file: join(directory, 'new', 'platform.db') } as const;
    const first = await openTestDatabase(config);
    await first.executeScript("create table t (a varchar(10)); insert into t values ('kept')");
    await first.close();
    const second = await openTestDatabase(config);
    expect((await second.raw('select * from t')).rows).toEqual([{ a: 'kept' }]);
    await second.close();
  });

  it('findings: security 18: is readable by its owner only, with its log; also an existing one', async () => {
    const file = join(directory, 'private', 'platform.db');
    const modes = () =>
      Promise.all(
        ['', '-wal', '-shm'].map(async (end) => ((await stat(file + end)).mode & 0o777).toString(8)),
      );
    for (let start = 0; start < 2; start += 1) {
      const database = await openTestDatabase({ type: 'sqlite', file });
      await database.executeScript('create table if not exists t (a integer); insert into t values (1)');
      expect(await modes()).toEqual(['600', '600', '600']);
      await database.close();
      await chmod(file, 0o644);
    }
  });

  it('findings: security 18: names a full disk', async () => {
    const database = await openTestDatabase({ type: 'sqlite', file: join(directory, 'full.db') });
    await database.executeScript('create table t (a text)');
    await database.raw('delete from t');
    await database.transaction(() => database.raw('pragma max_page_count = 4'));
    const write = database.raw('insert into t values (?)', ['x'.repeat(100_000)]);
    const error: unknown = await write.catch((thrown: unknown) => thrown);
    expect(toPlatformError(error)).toMatchObject({ code: 'DISK_FULL', status: 507 });
    expect((await database.raw('select * from t')).rows).toEqual([]);
    await database.close();
  });

  it('names a full disk in a transaction, too, which SQLite has ended then', async () => {
    const database = await openTestDatabase({ type: 'sqlite', file: join(directory, 'full-too.db') });
    await database.executeScript('create table t (a text); create table other (a integer)');
    await database.transaction(() => database.raw('pragma max_page_count = 6'));
    const write = database.transaction(async () => {
      await database.raw('insert into other values (1)');
      await database.raw('insert into t values (?)', ['x'.repeat(100_000)]);
    });
    const error: unknown = await write.catch((thrown: unknown) => thrown);
    expect(toPlatformError(error)).toMatchObject({ code: 'DISK_FULL', status: 507 });
    expect((await database.raw('select * from other')).rows).toEqual([]);
    await database.close();
  });

  it('can be in memory', async () => {
    const database = await openTestDatabase({ type: 'sqlite', file: ':memory:' });
    await database.executeScript('create table t (a integer); insert into t values (1)');
    const read = async (): Promise<unknown[]> => (await database.raw('select * from t')).rows;
    expect(await database.transaction(read, { readOnly: true })).toEqual([{ a: 1 }]);
    expect(await read()).toEqual([{ a: 1 }]);
    await database.close();
  });

  it('explains an invalid file or place', async () => {
    const file = join(directory, 'text.db');
    await writeFile(file, 'this is not a database, and long enough to be looked at as one'.repeat(20));
    const close = vi.spyOn(SqlDatabase.prototype, 'close');
    for (const broken of [file, join(file, 'below', 'platform.db')]) {
      await expect(openTestDatabase({ type: 'sqlite', file: broken })).rejects.toMatchObject({
        code: 'DATABASE_FILE_UNUSABLE',
        fix: expect.stringContaining('writable') as string,
      });
    }
    // The one that was opened is not left open.
    expect(close).toHaveBeenCalledOnce();
    close.mockRestore();
  });
});

describe('a database server', () => {
  let databases: TestDatabase[];
  const servers = (): ServerConfig[] =>
    databases.flatMap(({ config }) => (config.type === 'sqlite' ? [] : [config]));
  beforeAll(async () => {
    databases = await availableDatabases();
  });
  afterAll(() => Promise.all(databases.map((database) => database.drop())));

  it('is awaited, then named, when it does not respond', async () => {
    // Nobody listens there.
    const port = 1;
    for (const type of ['mysql', 'postgres'] as const) {
      const waits: string[] = [];
      const logger: Logger = { ...silentLogger, warn: (message) => void waits.push(message) };
      const config = { type, host: '127.0.0.1', port, name: 'x', user: 'x', password: '', poolSize: 2 };
      const opening = openDatabase(config, { logger, clock: systemClock, waitMs: 1_200 });
      await expect(opening).rejects.toMatchObject({
        code: 'DATABASE_UNREACHABLE',
        message: expect.stringContaining(`127.0.0.1:${port}`) as string,
      });
      expect(waits).toHaveLength(1);
    }
  });

  it('is not awaited when it has no such database or rejects the user', async () => {
    for (const config of servers()) {
      const options = { logger: silentLogger, clock: systemClock, waitMs: 60_000 };
      await expect(openDatabase({ ...config, name: 'platform_never_made' }, options)).rejects.toMatchObject({
        code: 'DATABASE_MISSING',
      });
      await expect(
        openDatabase({ ...config, user: 'platform_nobody', password: 'wrong' }, options),
      ).rejects.toMatchObject({ code: 'DATABASE_LOGIN_REFUSED' });
    }
  });
});
