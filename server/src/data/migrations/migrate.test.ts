import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestContext, silentLogger, systemClock } from '../../kernel/index.ts';
import { describeDatabases } from '../testing/databases.ts';
import { openTestDatabase } from '../testing/open.ts';
import type { SqlDatabase } from '../sql-database.ts';
import { migrateHost } from './migrate.ts';
import type { Migration, MigrationContext } from './migration.ts';
import { requireSchema } from './schema-min.ts';
import { hostMigrations } from './versions/index.ts';

await describeDatabases('host migrations', ({ config }) => {
  let database: SqlDatabase;
  let second: SqlDatabase;
  beforeAll(async () => {
    database = await openTestDatabase(config);
    second = await openTestDatabase(config);
  });
  afterAll(() => Promise.all([database.close(), second.close()]));

  it('create every table once, for any number of starting nodes', async () => {
    const ran = await Promise.all(
      [database, second].map((node) => migrateHost(node, hostMigrations, systemClock, silentLogger)),
    );
    expect(ran.flat()).toEqual(hostMigrations.map((migration) => migration.name));
    expect(await database.tenantTables()).toContain('sys_user');
    expect(await database.tenantTables()).not.toContain('sys_menu');
  });

  it.runIf(config.type === 'sqlite')('make indexes unique that are named so, and no others', async () => {
    const text = "select name, sql from sqlite_master where type = 'index' and sql is not null";
    const { rows } = await database.raw(text);
    const indexes = rows.map(({ name, sql }) => [
      String(name).slice(0, 3),
      /^create unique/i.test(String(sql)),
    ]);
    const kinds = new Set(indexes.map(([prefix, unique]) => `${prefix} ${unique}`));
    expect([...kinds].toSorted()).toEqual(['ix_ false', 'uk_ true']);
  });

  it('change nothing the second time', async () => {
    expect(await migrateHost(database, hostMigrations, systemClock, silentLogger)).toEqual([]);
  });

  it('can run again after an interruption', async () => {
    await database.raw("delete from sys_migration where name <> '0001-applications'");
    expect(await migrateHost(database, hostMigrations, systemClock, silentLogger)).toHaveLength(
      hostMigrations.length - 1,
    );
  });

  it('name the failed one and keep the earlier ones', async () => {
    const broken = { name: '9000-broken', up: () => Promise.reject(new Error('no')) };
    await expect(
      migrateHost(database, [...hostMigrations, broken], systemClock, silentLogger),
    ).rejects.toMatchObject({
      code: 'MIGRATION_FAILED',
      message: expect.stringContaining('9000-broken') as string,
    });
    if (config.type === 'mysql') {
      const lock = "select is_free_lock(concat('platform.schema.', database())) as free";
      expect((await second.raw(lock)).rows).toEqual([{ free: 1 }]);
    }
    expect(await migrateHost(database, hostMigrations, systemClock, silentLogger)).toEqual([]);
  });

  describe('design 10.7-17: on a database of a later version', () => {
    const later = { name: '9001-later', up: () => Promise.resolve() };
    const restricting = {
      name: '9002-restricting',
      up: (context: MigrationContext) => requireSchema(context, later.name),
    };
    const warnings: unknown[] = [];
    const logger = { ...silentLogger, warn: (_text: string, fields?: unknown) => void warnings.push(fields) };
    const start = (...migrations: readonly Migration[]): Promise<string[]> =>
      migrateHost(database, [...hostMigrations, ...migrations], systemClock, logger);
    afterAll(() => database.raw("delete from sys_migration where name like '900%'"));

    it('go on, and say what they do not know', async () => {
      await start(later);
      expect(await start()).toEqual([]);
      expect(warnings).toMatchObject([{ migrations: ['9001-later'] }]);
    });

    it('are refused once a later one needs more, while others go on', async () => {
      await start(later, restricting);
      await expect(start()).rejects.toMatchObject({
        code: 'DATABASE_NEWER',
        message: expect.stringContaining('a host needs 9001-later') as string,
      });
      expect(await start(later)).toEqual([]);
      expect(await start(later, restricting)).toEqual([]);
    });

    it('are refused also where the rows of later migrations were deleted by hand, and change nothing', async () => {
      await start(later, restricting);
      await database.raw("delete from sys_migration where name like '900%'");
      await expect(start()).rejects.toMatchObject({
        code: 'DATABASE_NEWER',
        message: expect.stringContaining('a host needs 9001-later') as string,
      });
      expect(await database.raw("select name from sys_migration where name like '900%'")).toMatchObject({
        rows: [],
      });
      expect(await start(later, restricting)).toEqual([later.name, restricting.name]);
    });

    it('are refused by a database that has never heard of this, and by one of another line', async () => {
      await expect(
        migrateHost(database, hostMigrations.slice(0, 2), systemClock, silentLogger),
      ).rejects.toMatchObject({ code: 'DATABASE_NEWER' });
      await database.raw(
        "insert into sys_migration (name, executed_at) values ('0003-other', '2026-01-01 00:00:00')",
      );
      await expect(start(later, restricting)).rejects.toMatchObject({ code: 'DATABASE_NEWER' });
      await database.raw("delete from sys_migration where name = '0003-other'");
    });
  });

  it('make tables of applications case-sensitive', async () => {
    await database.executeScript(
      "create table told (name varchar(10) primary key); insert into told values ('a'); insert into told values ('A');",
    );
    expect((await database.raw("select name from told where name = 'A'")).rows).toEqual([{ name: 'A' }]);
  });

  it('fill in missing times of rows', async () => {
    await database.raw(
      "insert into sys_menu (menu_id, menu_key, menu_name, menu_type) values (1, 'a', 'A', 'M')",
    );
    const menu = await requestContext.runAs('000000', () =>
      database.query.selectFrom('sys_menu').selectAll().executeTakeFirstOrThrow(),
    );
    expect(menu).toMatchObject({ menu_id: 1, parent_id: 0, visible: true, is_frame: false, status: 1 });
    expect(menu.create_time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(Math.abs(Date.parse(menu.create_time) - Date.now())).toBeLessThan(60_000);
  });
});
