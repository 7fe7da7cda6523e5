import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { definitionsOf } from './definitions.ts';

it.each([
  'create table a (id int)',
  'CREATE INDEX x on a (id)',
  'alter table a rename to b',
  'drop table a',
  'create table a (b varchar(9) default (1) )',
  'create view v as select 1',
])('keeps the definition: %s', (sql) => {
  expect(definitionsOf(`${sql};`)).toEqual([{ sql }]);
});

it.each(['insert into a values (1)', 'update a set id = 1', 'select 1', 'vacuum', 'created', 'pragma x = 1'])(
  'leaves out what defines nothing: %s',
  (sql) => {
    expect(definitionsOf(`${sql}; create table a (id int)`)).toEqual([{ sql: 'create table a (id int)' }]);
  },
);

it('names a column to add if it is missing', () => {
  expect(definitionsOf('alter table a add column if not exists b int;')).toEqual([
    { table: 'a', column: 'b', sql: 'alter table a add column b int' },
  ]);
});

it.each([
  'create table a as select 1 as x',
  'create  temp  table  a  as  select 1 as x',
  'CREATE TEMPORARY  TABLE a AS SELECT 1 AS x',
  'create table if  not  exists  a as\n\nselect 1 as x -- end',
  'create table "a" as with b as (select 1 as x) select x from b',
  'create table a as values (1)',
])('creates a table from a query without its rows: %s', (sql) => {
  const [definition] = definitionsOf(sql);
  const database = new DatabaseSync(':memory:');
  database.exec(definition?.sql ?? '');
  expect(database.prepare('select count(*) as rows from a').get()).toEqual({ rows: 0 });
});
