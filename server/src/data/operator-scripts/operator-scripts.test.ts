import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { requestContext, silentLogger, systemClock } from '../../kernel/index.ts';
import { SnowflakeIds } from '../ids/snowflake-ids.ts';
import { InitialData, INIT_MARKER } from '../initial-data/initial-data.ts';
import type { SqlDatabase } from '../sql-database.ts';
import { describeDatabases } from '../testing/databases.ts';
import { openHostDatabase } from '../testing/open.ts';
import { OperatorScripts } from './operator-scripts.ts';

await describeDatabases("design 11.6: the operator's SQL", ({ config }) => {
  let directory: string;
  let database: SqlDatabase;
  let second: SqlDatabase;

  beforeAll(async () => {
    database = await openHostDatabase(config);
    second = await openHostDatabase(config);
    await database.executeScript('create table region (name varchar(40))');
  });
  afterAll(() => Promise.all([database.close(), second.close()]));
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'platform-sql-'));
  });
  afterEach(async () => {
    await database.executeScript('delete from region; delete from sys_sql_script; delete from sys_config');
    await rm(directory, { recursive: true });
  });

  async function write(name: string, text: string): Promise<void> {
    await mkdir(dirname(join(directory, name)), { recursive: true });
    await writeFile(join(directory, name), text);
  }
  const insert = (name: string): string => `insert into region (name) values ('${name}');\n`;
  const scriptsOf = (of: SqlDatabase): OperatorScripts =>
    new OperatorScripts({ directory, database: of, clock: systemClock, logger: silentLogger });
  // Two generators of one node make the same identifiers in the same millisecond.
  const ids = new SnowflakeIds(systemClock, 0);
  async function start(of = database): Promise<boolean> {
    const scripts = scriptsOf(of);
    const ran = await new InitialData().importOnce(of, ids, silentLogger, () => scripts.runFiles());
    await scripts.runUpdates();
    return ran;
  }
  const regions = async (): Promise<string[]> =>
    (await database.raw<{ name: string }>('select name from region')).rows.map(({ name }) => name);
  const names = async (): Promise<string[]> =>
    (await database.raw<{ name: string }>('select name from sys_sql_script order by name')).rows.map(
      ({ name }) => name,
    );

  it('spec: Deployment layout, runs files/*.sql at the first start only, in the order of their names', async () => {
    await write('files/020-later.sql', insert('second'));
    await write('files/010-first.sql', `\uFEFF-- regions\n${insert('first')}`);
    await write('files/readme.txt', 'no script');
    expect(await start()).toBe(true);
    expect(await regions()).toEqual(['first', 'second']);
    expect(await names()).toEqual(['files/010-first.sql', 'files/020-later.sql']);
    await write('files/030-too-late.sql', insert('third'));
    expect(await start()).toBe(false);
    expect(await regions()).toHaveLength(2);
  });

  it('has no scripts without the folder', async () => {
    expect(await start()).toBe(true);
    expect(await names()).toEqual([]);
  });

  it('spec: V8, runs them again once the marker is deleted', async () => {
    await write('files/010.sql', insert('again'));
    await start();
    await requestContext.runIgnoringTenant(() =>
      database.query.deleteFrom('sys_config').where('config_key', '=', INIT_MARKER).execute(),
    );
    expect(await start()).toBe(true);
    expect(await regions()).toEqual(['again', 'again']);
    expect(await names()).toEqual(['files/010.sql']);
  });

  it('runs update/*.sql once for each content, on one node', async () => {
    await write('update/001-regions.sql', insert('one'));
    await Promise.all([start(), start(second)]);
    await start();
    expect(await regions()).toEqual(['one']);
    await write('update/001-regions.sql', insert('two'));
    await start();
    expect(await regions()).toEqual(['one', 'two']);
    expect(await names()).toEqual(['update/001-regions.sql']);
  });

  it('ends the start with file, statement and line; the corrected script runs at the next one', async () => {
    await write('files/010-good.sql', "update region set name = 'x' where 1 = 0;");
    await write('files/020-bad.sql', `${insert('kept?')}\n\nselect nothing from nowhere;\n`);
    await expect(start()).rejects.toMatchObject({
      code: 'SQL_SCRIPT_FAILED',
      message: expect.stringMatching(/020-bad\.sql failed\. Statement 2 of 2 in line 4 failed: /) as string,
      details: { statement: 2, line: 4 },
    });
    if (database.dialect !== 'mysql') expect(await regions()).toEqual([]);
    expect(await names()).not.toContain('files/020-bad.sql');
    await database.raw('delete from region');
    await write('files/020-bad.sql', insert('mended'));
    expect(await start()).toBe(true);
    expect(await regions()).toEqual(['mended']);
  });

  it('names a folder that cannot be read', async () => {
    await writeFile(join(directory, 'update'), 'a file');
    await expect(start()).rejects.toMatchObject({
      code: 'SQL_SCRIPT_FAILED',
      message: expect.stringContaining('cannot be read') as string,
    });
  });
});
