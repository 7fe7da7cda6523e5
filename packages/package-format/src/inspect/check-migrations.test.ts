import { describe, expect, it } from 'vitest';
import { scanSql } from '../sql/scan.ts';
import { checkMigrations } from './check-migrations.ts';

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

  it('warns of statements that only read', () => {
    expect(codes('select id from member_member')).toEqual(['warning MIGRATION_READS_FOREIGN_TABLE']);
    const key =
      'create table hello_x (m int references member_member (id) on delete cascade on update cascade)';
    expect(codes(key)).toEqual(['warning MIGRATION_READS_FOREIGN_TABLE']);
  });
});
