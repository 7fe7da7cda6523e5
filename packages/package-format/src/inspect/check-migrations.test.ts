import { describe, expect, it } from 'vitest';
import { scanSql } from '../sql/scan.ts';
import { inspectChanged } from '../testing/package-builder.ts';
import { checkMigrations, scanScript } from './check-migrations.ts';
import type { ReadEntry } from './read-entries.ts';

const codes = (sql: string, dependencies: readonly string[] = []): string[] =>
  checkMigrations([{ entry: 'migrations/01-a.sql', scan: scanSql(sql) }], 'hello', dependencies).map(
    ({ severity, code }) => `${severity} ${code}`,
  );

describe('findings: packages 6: a string in the place of a table is a table name', () => {
  it.each([
    ["insert into 'sys_menu' (menu_id) values (1)", 'MIGRATION_TOUCHES_MENU'],
    ["insert or ignore into 'sys_menu' (menu_id) values (1)", 'MIGRATION_TOUCHES_MENU'],
    ["update 'sys_menu' set perms = '*'", 'MIGRATION_TOUCHES_MENU'],
    ["delete from 'sys_role_menu'", 'MIGRATION_TOUCHES_MENU'],
    ["insert into main.'sys_menu' (menu_id) values (1)", 'MIGRATION_TOUCHES_MENU'],
    ["drop table 'sys_user'", 'MIGRATION_FOREIGN_TABLE'],
    ["alter table 'sys_user' add column x int", 'MIGRATION_FOREIGN_TABLE'],
    ["create index hello_i on 'sys_user' (user_id)", 'MIGRATION_FOREIGN_TABLE'],
    ["insert into hello_item select 1 from 'sys_user'", 'MIGRATION_FOREIGN_TABLE'],
    ["insert into hello_item select 1 from hello_item, 'SYS_USER'", 'MIGRATION_FOREIGN_TABLE'],
    ["create view hello_v as select * from 'sys_session'", 'MIGRATION_FOREIGN_TABLE'],
    ["insert into 'sys_config' (config_id, config_key) values (1, 'other.x')", 'MIGRATION_FOREIGN_ROWS'],
  ])('%s', (sql, code) => expect(codes(sql)).toContain(`error ${code}`));

  it.each([
    "insert into hello_item (a) values ('sys_menu')",
    "update hello_item set a = 'sys_menu' where b in ('sys_user')",
    "select trim(both from 'sys_user') from hello_item where a is distinct from 'sys_menu'",
    "create table hello_item (a varchar(9) default 'sys_menu' check (a like 'sys_user'))",
    "comment on table hello_item is 'from sys_menu'",
    "insert into hello_item (a) values (1) on conflict (a) do update set a = 'sys_menu'",
  ])('accepts %s', (sql) => expect(codes(sql)).toEqual([]));
});

describe("findings: packages 7: only a dependency's rows may be changed", () => {
  it.each([
    'insert into hello_item select id from member_member',
    'insert into hello_item (a) values ((select max(id) from member_member))',
    'update hello_item set a = (select max(id) from member_member)',
    'delete from hello_item where a in (select id from member_member)',
    'create table hello_copy as select * from member_member',
    'with m as (select id from member_member) insert into hello_item select id from m',
    'select id from member_member; insert into hello_item select id from member_member',
    'do $$ begin insert into hello_item select id from member_member; end $$',
  ])('%s', (sql) => {
    expect(codes(sql)).toContain('error MIGRATION_COPIES_FOREIGN_ROWS');
    expect(codes(sql, ['other'])).toContain('error MIGRATION_COPIES_FOREIGN_ROWS');
    expect(codes(sql, ['member']).filter((code) => code.startsWith('error'))).toEqual([]);
  });

  it('names its tables by the whole code of the dependency', () => {
    const copies = 'insert into hello_item select id from';
    expect(codes(`${copies} big_shop_item`, ['big-shop'])).toEqual(['warning MIGRATION_READS_FOREIGN_TABLE']);
    for (const table of ['big_shopping', 'big_shops_item', 'other.big_shop_item', 'big_shop_schema.item'])
      expect(codes(`${copies} ${table}`, ['big-shop'])).toContain('error MIGRATION_COPIES_FOREIGN_ROWS');
  });

  it('is found among the dependencies of its manifest', async () => {
    const files = { 'migrations/02-copy.sql': 'insert into hello_item select id from member_member;' };
    const found = async (manifest: Record<string, unknown>): Promise<string[]> =>
      (await inspectChanged({ files, manifest })).findings.map(({ code }) => code);
    expect(await found({})).toContain('MIGRATION_COPIES_FOREIGN_ROWS');
    expect(await found({ dependencies: { member: '^1.0.0' } })).toEqual(['MIGRATION_READS_FOREIGN_TABLE']);
  });

  it('warns of statements that only read', () => {
    expect(codes('select id from member_member')).toEqual(['warning MIGRATION_READS_FOREIGN_TABLE']);
    const key =
      'create table hello_x (m int references member_member (id) on delete cascade on update cascade)';
    expect(codes(key)).toEqual(['warning MIGRATION_READS_FOREIGN_TABLE']);
  });
});

describe('a script of a package', () => {
  const found = (sql: string) =>
    checkMigrations([{ entry: 'migrations/01-a.sql', scan: scanSql(sql) }], 'hello-world');

  it('is named with the line of each finding', () => {
    expect(found('select 1;\ndrop table other_item')).toEqual([
      {
        code: 'MIGRATION_FOREIGN_TABLE',
        severity: 'error',
        entry: 'migrations/01-a.sql',
        pointer: 'line 2',
        message:
          'migrations/01-a.sql, line 2: it drops other_item, which does not belong to the application.',
        fix: 'Start the names of own tables with hello_world_.',
      },
    ]);
  });

  it.each([
    ['creates', 'create table other_item (id int)'],
    ['changes', 'alter table other_item add column x int'],
    ['drops', 'drop table other_item'],
    ['writes to', 'delete from other_item'],
    ['reads', 'select 1 from other_item'],
  ])('%s a table of another', (verb, sql) => {
    expect(found(sql).map(({ message }) => message)).toContainEqual(
      expect.stringContaining(`it ${verb} other_item`),
    );
  });

  it.each([
    'create table hello_world_item (id int)',
    'select 1 from information_schema.tables',
    'select 1 from sqlite_master',
    'select 1 from sys_config',
    "delete from sys_dict_type where dict_type = 'hello_world_kind'",
    "insert into sys_config (config_key, config_category) values ('hello-world.a', 'hello-world.private')",
    "insert into sys_dict_data (dict_type) values ('hello_world_kind')",
  ])('may be: %s', (sql) => expect(found(sql)).toEqual([]));

  it.each([
    ['MIGRATION_FOREIGN_TABLE', 'create table sys_config (id int)'],
    ['MIGRATION_FOREIGN_TABLE', 'select 1 from sys_user'],
    ['MIGRATION_FOREIGN_TABLE', 'create table other.hello_world_item (id int)'],
    ['MIGRATION_FOREIGN_TABLE', 'create table hello_world_schema.item (id int)'],
    ['MIGRATION_FOREIGN_TABLE', 'select 1 from sys_menu_copy'],
    ['MIGRATION_FOREIGN_TABLE', 'drop index other_i'],
    ['MIGRATION_FOREIGN_TABLE', 'create view hello_world_v as select * from sys_config'],
    ['MIGRATION_TOUCHES_MENU', 'select 1 from sys_menu'],
    ['MIGRATION_TOUCHES_MENU', 'drop table main.sys_role_menu'],
    ['MIGRATION_FOREIGN_ROWS', "delete from sys_config where config_key = 'hello-worlds.a'"],
    ['MIGRATION_FOREIGN_ROWS', "delete from sys_config where config_category = 'hello-world.public'"],
    ['MIGRATION_FOREIGN_ROWS', "delete from sys_config where config_category = 'hello-worlds'"],
    ['MIGRATION_FOREIGN_ROWS', "update sys_config set config_value = 'x'"],
    ['MIGRATION_FOREIGN_ROWS', "insert into sys_dict_type (dict_type) values ('other_kind')"],
  ])('%s: %s', (code, sql) => {
    expect(found(sql).map((finding) => `${finding.severity} ${finding.code}`)).toContain(`error ${code}`);
  });

  it.each(['sqlite_master_copy', 'pg_catalogue', 'information_schemas.tables'])(
    'is warned of %s, which is no catalogue of a database',
    (table) => expect(found(`select 1 from ${table}`)).toMatchObject([{ severity: 'warning' }]),
  );

  it('has tables by its whole code', () => {
    const scripts = [{ entry: 'migrations/01-a.sql', scan: scanSql('create table a_b_c_item (id int)') }];
    expect(checkMigrations(scripts, 'a-b-c')).toEqual([]);
    expect(checkMigrations(scripts, 'a-b-d')).toHaveLength(1);
  });

  it('may drop an index that another script of it creates', () => {
    const [one, two] = ['create index other_i on hello_item (id)', 'drop index other_i'].map((sql, at) => ({
      entry: `migrations/0${at}-a.sql`,
      scan: scanSql(sql),
    }));
    if (!one || !two) throw new Error('There are two scripts.');
    expect(checkMigrations([one, two], 'hello')).toEqual([]);
    expect(checkMigrations([two], 'hello')).toHaveLength(1);
  });

  it.each([
    ['MIGRATION_TOO_LONG', undefined, 'the script is too long to be checked.'],
    ['MIGRATION_ENCODING', Buffer.from([0xff]), 'the script is not UTF-8'],
    ['MIGRATION_ENCODING', Buffer.from('\ufeffselect 1'), 'starts with a byte order mark'],
  ])('is refused as a whole: %s', (code, content, message) => {
    const script = scanScript({ name: 'migrations/a.sql', content } as ReadEntry);
    expect(checkMigrations([script], 'hello')).toMatchObject([
      {
        code,
        severity: 'error',
        pointer: undefined,
        message: expect.stringMatching(new RegExp(`^migrations/a\\.sql: .*${message}`)) as string,
      },
    ]);
  });
});
