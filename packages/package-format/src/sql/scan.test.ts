import { describe, expect, it } from 'vitest';
import { scanSql } from './scan.ts';

const tables = (sql: string) => scanSql(sql).tables.map(({ action, table }) => `${action} ${table}`);

describe('tables of rarer statements', () => {
  it.each<[string, ...string[]]>([
    ['create table a (like b including all)', 'create a', 'read b'],
    ['create table a like b', 'create a', 'read b'],
    ['create table a partition of b default', 'create a', 'alter b'],
    ['create table a (i int) inherits (b)', 'create a', 'alter b'],
    ['alter table a inherit b', 'alter a', 'alter b'],
    ['alter table a attach partition b default', 'alter a', 'alter b'],
    ['alter table a detach partition b', 'alter a', 'alter b'],
    ['alter table a exchange partition p with table b', 'alter a', 'alter b'],
    ['alter table a drop partition p', 'alter a'],
    ['alter table a rename to b', 'alter a', 'alter b'],
    ['alter table a rename as b', 'alter a', 'alter b'],
    ['alter table a rename column b to c', 'alter a'],
    ['alter table a rename index b to c', 'alter a'],
    ['alter table a rename key b to c', 'alter a'],
    ['alter table a rename constraint b to c', 'alter a'],
    ['alter table a rename b to c', 'alter a'],
    ['create index on a (b)', 'alter a'],
    ['drop index i on a', 'alter a'],
    ['drop view a, b', 'drop a', 'drop b'],
    ["comment on table a is 'x'", 'alter a'],
    ["comment on view a is 'x'", 'alter a'],
    ["comment on column a.b is 'x'", 'alter a'],
    ["comment on column s.a.b is 'x'", 'alter s.a'],
    ["comment on index i is 'x'"],
    ['insert into a table b', 'write a', 'read b'],
    ['create table a as table b', 'create a', 'read b'],
    ['create table a (table b)', 'create a', 'read b'],
    ['insert a values (1)', 'write a'],
    ['insert low_priority into a values (1)', 'write a'],
    ['replace a values (1)', 'write a'],
    ['truncate table only a', 'write a'],
    ['update only a set b = 1', 'write a'],
    ['update a set b = 1 from c', 'write a', 'read c'],
    ['delete from a using b where a.i = b.i', 'write a', 'write b'],
    ['delete quick from a', 'write a'],
    ['delete a from a join b using (i)', 'write a', 'write b'],
    ['select * from a join b using (i)', 'read a', 'read b'],
    ['select * from a for update', 'read a'],
    ['alter table a add foreign key (b) references c (d) on delete cascade', 'alter a', 'read c'],
    ['select * from a, lateral f(a.i)', 'read a'],
    ['select * from (a cross join b), c', 'read a', 'read b', 'read c'],
    ['select * from (select 1 from b) x, c', 'read c', 'read b'],
    ['select * from a straight_join b', 'read a', 'read b'],
    ['select substring(x from 2), overlay(x placing y from 3) from a', 'read a'],
    ['select (select 1 from b) from a', 'read b', 'read a'],
    ["select * from 'a'", 'read a'],
    ['select * from S.A', 'read s.a'],
    ['with x as (select 1 from a), y as (select 2) select * from x, y, z', 'read a', 'read z'],
    ['with sys_user as (select 1) select * from sys_user', 'read sys_user'],
    ['with app_x as (select 1) select * from app_x', 'read app_x'],
    ['select 1 as b from b', 'read b'],
    ['select * from a where b in (select 1 from c union select 2 from d)', 'read a', 'read c', 'read d'],
    ['update a set b = 1; select * from a', 'write a'],
    ['select * from a; update a set b = 1', 'read a', 'write a'],
    ['select * from a; select * from a', 'read a'],
    ['drop table a; create table a (i int)', 'drop a', 'create a'],
  ])('%s', (sql, ...expected) => {
    expect(tables(sql)).toEqual(expected);
  });
});

describe('rows that are copied', () => {
  const copied = (sql: string) => scanSql(sql).tables.flatMap(({ table, copied }) => (copied ? [table] : []));

  it.each<[string, ...string[]]>([
    ['insert into a select * from b', 'b'],
    ['create table a as select * from b', 'b'],
    ['update a set b = (select c from d)', 'd'],
    ['select * into a from b', 'b'],
    ['replace into a select * from b', 'b'],
    ['select * from b'],
    ['create table a (i int references b)'],
    ['alter table a add foreign key (b) references c on delete cascade'],
    ['select * from a for update'],
    ['select * from b; insert into a select * from b', 'b'],
  ])('%s', (sql, ...expected) => {
    expect(copied(sql)).toEqual(expected);
  });
});

it('lists what views are made of, with its line', () => {
  const { viewed, tables } = scanSql('create view v as\nselect * from a, b;\nselect * from c');
  expect(viewed).toEqual([
    { table: 'a', line: 2 },
    { table: 'b', line: 2 },
  ]);
  expect(tables.map(({ table }) => table)).toEqual(['v', 'a', 'b', 'c']);
  for (const sql of ['create or replace temporary view v as select * from a', 'create view v as table a'])
    expect(scanSql(sql).viewed).toMatchObject([{ table: 'a' }]);
  for (const sql of ['create table t as select * from a', 'drop view a'])
    expect(scanSql(sql).viewed).toEqual([]);
});

it('lists indexes that are created and dropped by name', () => {
  const sql =
    'create index i on a (b);\ncreate unique index if not exists s.j on a (b);\ncreate index on a (b)';
  expect(scanSql(sql).indexes).toEqual({ created: ['i', 's.j'], dropped: [] });
  expect(scanSql('select 1;\ndrop index if exists i, s.j; drop index k on a').indexes).toEqual({
    created: [],
    dropped: [
      { name: 'i', line: 2 },
      { name: 's.j', line: 2 },
    ],
  });
  expect(scanSql('do $$ begin\ncreate index i on a (b); drop index j; end $$').indexes).toEqual({
    created: ['i'],
    dropped: [{ name: 'j', line: 2 }],
  });
});

it('gives rows and views of a block with their lines in the script', () => {
  const { rows, viewed } = scanSql(
    "select 1;\ndo $$\nbegin\ninsert into sys_config (config_key) values ('a');\nend $$;\ncreate view v as select 1 from a",
  );
  expect(rows).toMatchObject([{ table: 'sys_config', line: 4, values: [{ text: 'a' }] }]);
  expect(viewed).toEqual([{ table: 'a', line: 6 }]);
});

it('stops after 500 tables, and says so once', () => {
  const sql = (count: number) => Array.from({ length: count }, (_, n) => `drop table t${n}`).join(';');
  expect(scanSql(sql(500))).toMatchObject({ refused: [] });
  const { tables, refused } = scanSql(sql(600));
  expect(tables).toHaveLength(501);
  expect(refused).toEqual([{ line: 1, what: 'more tables than an application may have' }]);
  const views = Array.from({ length: 600 }, (_, n) => `a${n}`).join();
  expect(scanSql(`create view v as select * from ${views}`).viewed).toHaveLength(500);
});
