import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SqlDatabase } from '../../data/index.ts';
import { describeDatabases } from '../../data/testing/databases.ts';
import { openHostDatabase, openTestDatabase } from '../../data/testing/open.ts';
import { loadConfig, systemClock, type PlatformConfig } from '../../kernel/index.ts';
import { Migrator, readScripts } from '../../market/index.ts';
import { moveDatabase } from './move-database.ts';

const CREATE = {
  // SQLite keeps what other databases would refuse, so its types are wider.
  '01-create.sqlite.sql': `
    create table shop_kind (id bigint not null primary key, parent_id bigint references shop_kind (id), name varchar(20));
    create table shop_item (id integer primary key autoincrement, tenant_id varchar(20) not null, kind_id bigint references shop_kind (id),
      price decimal(10,2), sold boolean, made timestamp, day date, picture blob, note text);`,
  '01-create.mysql.sql': `
    create table shop_kind (id bigint not null primary key, parent_id bigint references shop_kind (id), name varchar(20));
    create table shop_item (id bigint primary key auto_increment, tenant_id varchar(20) not null, kind_id bigint,
      price decimal(10,2), sold boolean, made datetime(3), day date, picture blob, note longtext,
      foreign key (kind_id) references shop_kind (id));`,
  '01-create.postgres.sql': `
    create table shop_kind (id bigint not null primary key, parent_id bigint references shop_kind (id), name varchar(20));
    create table shop_item (id bigint generated always as identity primary key, tenant_id varchar(20) not null, kind_id bigint references shop_kind (id),
      price decimal(10,2), sold boolean, made timestamp(3), day date, picture bytea, note text);`,
  '02-seed.sql': `insert into shop_kind (id, name) select 1, 'Seeded' from (select 1 as one) as seed where not exists (select 1 from shop_kind);`,
};
const HUGE = '9007199254740993';
const ITEM = {
  id: 7,
  tenant_id: 'acme',
  kind_id: HUGE,
  price: '1234567.80',
  sold: true,
  made: '2026-01-31T08:00:00.123Z',
  day: '2026-02-01',
  note: 'Grüße, 世界 🌍 — "quotes", \\ and \'',
};
const columns = Object.keys(ITEM).join(', ');

await describeDatabases('the move of an embedded database to a server', ['sqlite', 'mysql'], (server) => {
  let data: string;
  let source: SqlDatabase;
  const config = (): PlatformConfig =>
    loadConfig({ directories: [], env: {}, args: [`--platform.data-dir=${data}`, ...server.args] }).config;
  const move = async (leaveOut: readonly string[] = []) => {
    await source.close();
    const options = { from: join(data, 'platform.db'), leaveOut };
    const moved = await moveDatabase(config(), options).catch((error: unknown) => error as Error);
    source = await openTestDatabase({ type: 'sqlite', file: join(data, 'platform.db') });
    return moved;
  };

  beforeEach(async () => {
    data = mkdtempSync(join(tmpdir(), 'move-database-'));
    source = await openHostDatabase({ type: 'sqlite', file: join(data, 'platform.db') });
    const scripts = join(data, 'plugins-dist/migrations/shop');
    mkdirSync(scripts, { recursive: true });
    for (const [name, text] of Object.entries(CREATE)) writeFileSync(join(scripts, name), text);
    await new Migrator(source, systemClock).run('shop', '1.0.0', await readScripts(scripts), {
      begin: async () => undefined,
      log: () => undefined,
      progress: () => undefined,
    });
    // The child comes first: no order of rows satisfies the keys.
    await source.raw(`pragma foreign_keys = off`);
    await source.raw(`update shop_kind set name = 'Renamed'`);
    await source.raw(`insert into shop_kind values (2, ${HUGE}, 'Child'), (${HUGE}, null, 'Parent')`);
    await source.raw(
      `insert into shop_item (${columns}, picture) values (?, ?, ${HUGE}, ?, ?, ?, ?, ?, x'00ff10')`,
      [ITEM.id, ITEM.tenant_id, ITEM.price, ITEM.sold, ITEM.made, ITEM.day, ITEM.note],
    );
  });
  afterEach(async () => {
    await source.close();
    rmSync(data, { recursive: true });
  });

  if (server.name === 'sqlite') {
    it('needs a server', async () => {
      expect(await move()).toMatchObject({ code: 'MOVE_TARGET_EMBEDDED' });
    });
    return;
  }

  const onTarget = async <T>(work: (target: SqlDatabase) => Promise<T>): Promise<T> => {
    const target = await openTestDatabase(server.config);
    try {
      return await work(target);
    } finally {
      await target.close();
    }
  };

  it('leaves the server without rows where it refuses one, and is repeated once it is corrected', async () => {
    await source.raw(`insert into shop_kind values (3, null, ?)`, ['x'.repeat(21)]);
    await source.raw(`create table own_list (id integer)`);
    await source.raw(`insert into own_list values (1)`);
    await source.raw(`alter table shop_kind add column remark text`);
    await source.raw(`update shop_kind set remark = 'own' where id = 1`);
    expect(await move()).toMatchObject({
      code: 'MOVE_TABLES_UNKNOWN',
      message: expect.stringContaining('own_list, shop_kind.remark') as string,
    });
    expect(await move(['own_list', 'shop_kind.remark'])).toMatchObject({
      code: 'MOVE_ROWS_REFUSED',
      message: expect.stringContaining('shop_kind') as string,
    });
    await onTarget(async (target) => {
      expect((await target.raw('select id from shop_item')).rows).toEqual([]);
      expect((await target.raw('select name from shop_kind')).rows).toEqual([{ name: 'Seeded' }]);
    });

    await source.raw(`delete from shop_kind where id = 3`);
    await source.raw(
      `insert into sys_user (user_id, tenant_id, user_name, password_hash, nick_name) values (1, '000000', 'admin', 'x', 'Admin')`,
    );
    const moved = await move(['own_list', 'shop_kind.remark']);
    expect(moved).toMatchObject({
      to: expect.stringContaining(server.name === 'mysql' ? 'MySQL' : 'PostgreSQL') as string,
    });
    await onTarget(async (target) => {
      expect((await target.raw(`select ${columns} from shop_item`)).rows).toEqual([ITEM]);
      const [picture] = (await target.raw<{ picture: Buffer }>('select picture from shop_item')).rows;
      expect([...(picture?.picture ?? [])]).toEqual([0, 255, 16]);
      expect((await target.raw('select id, parent_id, name from shop_kind order by id')).rows).toEqual([
        { id: 1, parent_id: null, name: 'Renamed' },
        { id: 2, parent_id: HUGE, name: 'Child' },
        { id: HUGE, parent_id: null, name: 'Parent' },
      ]);
      // Numbers of the database continue, and keys are checked again.
      await target.raw(`insert into shop_item (tenant_id) values ('acme')`);
      expect((await target.raw('select id from shop_item order by id')).rows).toEqual([{ id: 7 }, { id: 8 }]);
      await expect(target.raw(`insert into shop_kind values (9, 99, 'Orphan')`)).rejects.toThrow();
      expect((await target.raw('select script from app_schema_history order by script')).rows).toEqual([
        { script: '01-create.sql' },
        { script: '02-seed.sql' },
      ]);
    });
    expect(await move()).toMatchObject({ code: 'MOVE_TARGET_NOT_EMPTY' });
  });

  it('names scripts that are no longer there', async () => {
    rmSync(join(data, 'plugins-dist/migrations/shop/02-seed.sql'));
    await onTarget((target) => target.raw('delete from sys_user')).catch(() => undefined);
    expect(await move()).toMatchObject({
      code: 'MOVE_SCRIPTS_MISSING',
      message: expect.stringContaining('shop/02-seed.sql') as string,
    });
  });

  it('needs a source of this version', async () => {
    await onTarget((target) => target.raw('delete from sys_user')).catch(() => undefined);
    await source.raw(`delete from sys_migration where name = (select max(name) from sys_migration)`);
    expect(await move()).toMatchObject({ code: 'DATABASE_NOT_MIGRATED' });
    const elsewhere = moveDatabase(config(), { from: join(data, 'none.db') });
    await expect(elsewhere).rejects.toMatchObject({ code: 'MOVE_SOURCE_MISSING' });
  });
});
