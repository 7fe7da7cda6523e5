import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scanSql } from './scan.ts';
import { tokenizePortable } from '@platform/mapper';

const tables = (sql: string) => scanSql(sql).tables.map(({ action, table }) => `${action} ${table}`);

describe('tables that a script touches', () => {
  const cases: Array<[sql: string, ...expected: string[]]> = [
    ['CREATE TABLE IF NOT EXISTS hello_item (id bigint)', 'create hello_item'],
    [
      'create table `hello_item` (id int references sys_user(id) on delete cascade)',
      'create hello_item',
      'read sys_user',
    ],
    ['create temporary table "A b" (x int)', 'create a b'],
    ['CREATE UNIQUE INDEX IF NOT EXISTS i ON hello_item (a)', 'alter hello_item'],
    ['create index concurrently on other.t (a)', 'alter other.t'],
    ['create or replace view hello_v as select * from hello_item', 'create hello_v', 'read hello_item'],
    ['alter table if exists hello_item add column a int', 'alter hello_item'],
    ['drop table if exists hello_a, hello_b', 'drop hello_a', 'drop hello_b'],
    ['drop index i'],
    ['insert into hello_item (a) values (1)', 'write hello_item'],
    ['INSERT IGNORE hello_item VALUES (1)', 'write hello_item'],
    ['insert or ignore into hello_item values (1)', 'write hello_item'],
    ['insert into a (x) values (1) on conflict (x) do update set x = 2', 'write a'],
    ['insert into a (x) values (1) on duplicate key update x = 2', 'write a'],
    ['replace into sys_menu values (1)', 'write sys_menu'],
    ['update hello_item set a = (select max(b) from other_t)', 'write hello_item', 'read other_t'],
    ['delete from sys_menu where 1 = 1', 'write sys_menu'],
    ['truncate table hello_item', 'write hello_item'],
    ['insert into a select b.x from b join c on b.i = c.i, d', 'write a', 'read b', 'read c', 'read d'],
    ['with x as (select 1 from a) select * from x', 'read a'],
    ["select 'insert into sys_menu' -- delete from sys_menu"],
    ['/* drop table a */ select 1'],
    ['DO $$ begin delete from sys_menu; end $$', 'write sys_menu'],
    ['select a into hello_copy from hello_item', 'write hello_copy', 'read hello_item'],
    ['create table a (t timestamp default now() on update current_timestamp)', 'create a'],
    ['update a x, (b y join c z on x.i = f(y.i, z.i)) set x.i = 1', 'write a', 'write b', 'write c'],
    ['delete x, y from a x join b y', 'write x', 'write y', 'write a', 'write b'],
    ['select extract(year from t), trim(both from u) from a where b is distinct from c', 'read a'],
    ['insert into a select * from generate_series(1, 3) g, lateral (select 1 from b) l', 'write a', 'read b'],
    ['alter table a rename column b to c', 'alter a'],
    ['alter table a rename b', 'alter a', 'alter b'],
    ['with a as (select 1) delete from a', 'write a'],
    ["select tags[1], array[1, x], '{}'::int[] from a where b like c", 'read a'],
    ['truncate a, b', 'write a', 'write b'],
    ["set names utf8mb4; insert into a (sleep) values ('it''s')", 'write a'],
  ];
  test.each(cases)('%s', (sql, ...expected) => {
    const scan = scanSql(sql);
    expect(tables(sql)).toEqual(expected);
    expect(scan.refused).toEqual([]);
  });
});

describe('statements that are refused', () => {
  test.each([
    'grant all on a to b',
    'create trigger t after insert on a begin select 1; end',
    'create user x',
    'drop database d',
    "attach database 'x' as y",
    'pragma writable_schema = 1',
    "load data infile 'x' into table a",
    'set global max_connections = 1',
    "do $$ begin execute 'drop table a'; end $$",
    "select * from a into outfile '/etc/x'",
    'do $$ begin grant all on a to b; end $$',
    'do $$ begin if true then create trigger t after insert on a; end if; end $$',
    "do 'begin delete from sys_menu; end'",
    "set sql_mode = ''",
    'begin',
    "insert into a select load_file('/etc/passwd')",
    'select "pg_read_file"(1)',
    "create table a (i int) engine=federated connection='x'",
    "create table a (i int) data directory = '/x'",
    'create table a (i int) engine = merge union = (sys_user)',
  ])('%s', (sql) => {
    expect(scanSql(sql).refused).not.toEqual([]);
  });
});

test('allows a block to assign, branch and loop (design 4.3)', () => {
  const sql = `do $$ declare n int; text text := 'x'; begin
    n := 1; if n > 0 then insert into a values (n); else update a set b = 1; end if;
    for n in select id from a loop perform f(n); delete from a where id = n; end loop;
  exception when others then raise notice 'x'; end $$`;
  expect(scanSql(sql)).toMatchObject({ refused: [], ambiguities: [] });
});

test.each([
  ['unclosed comments', '/*'.repeat(200_000)],
  ['unclosed dollar quotes', Array.from({ length: 50_000 }, (_, at) => `$a${at}$`).join(' ')],
  ['one word without end', 'from '.repeat(100_000)],
  ['deletes without end', 'delete '.repeat(100_000)],
  ['tables without end', Array.from({ length: 20_000 }, (_, at) => `drop table t${at}`).join(';')],
  ['a block without end', `do $$ begin ${'then '.repeat(50_000)} end $$`],
  ['signs without end', ';'.repeat(1_000_000)],
])('inspects %s without delay', (_what, sql) => {
  const before = process.cpuUsage();
  const { refused, ambiguities } = scanSql(sql);
  expect(refused.length + ambiguities.length).toBeGreaterThan(0);
  // Processor time of this process, since other load on the machine must not count.
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(3_000);
});

test('counts lines through comments, strings and blocks', () => {
  const sql =
    "-- one\n/* two\nthree */ insert into a values ('four\nfive');\ndelete from b;\ndo $$\nbegin\n  update c set x = 1;\nend $$";
  expect(scanSql(sql).tables).toEqual([
    { table: 'a', action: 'write', line: 3 },
    { table: 'b', action: 'write', line: 5 },
    { table: 'c', action: 'write', line: 8 },
  ]);
});

test('reports text that databases read differently', () => {
  const what = (sql: string) => scanSql(sql).ambiguities.map((found) => found.what);
  expect(what("insert into a values ('x\\'); delete from sys_menu; -- ')")).toEqual([
    'a backslash before a quote',
  ]);
  expect(what('/*!50000 drop table a */ select 1')).toEqual(['a comment that MySQL and MariaDB execute']);
  expect(what("select 'open")).toEqual(['a quote or comment that is not closed']);
  expect(what('/* a /* b */ select 1')).toEqual(['a comment inside a comment']);
  expect(what('select [a] from b')).toEqual(['a name in square brackets, as only SQLite reads it']);
  expect(what('select `a b` from c')).toEqual(['more than letters and digits in a name between `']);
  expect(what('select 1 # 2')).toEqual(['a # outside of a text, which begins a comment in MySQL']);
  expect(what('select 1 --2')).toEqual([
    'a comment without a blank after its dashes, which MySQL takes for two minus signs',
  ]);
  expect(what('select\u00a01')).not.toEqual([]);
  expect(what("insert into a values ('it''s', 'c:\\dir')")).toEqual([]);
});

test('never throws, and drops only blanks and comments', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'ab\'"`$-/*;\n ()1'.split('')), maxLength: 60 }),
      (sql) => {
        const { tokens } = tokenizePortable(sql);
        expect(tokens.every(({ line }) => line >= 1 && line <= sql.split('\n').length)).toBe(true);
        scanSql(sql);
      },
    ),
    { numRuns: 500 },
  );
});
