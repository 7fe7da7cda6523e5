import { describe, expect, it } from 'vitest';
import { scanSql } from './scan.ts';

const reasons = (sql: string): string[] => scanSql(sql).refused.map(({ what }) => what);

describe('the reason for a refused statement', () => {
  it.each<[string, ...string[]]>([
    ['commit', '"commit" is reserved for the host, which runs'],
    ['savepoint a', '"savepoint" is reserved for the host'],
    ['Vacuum a', '"Vacuum" starts no statement'],
    ['create function f() returns int', '"create function" is not allowed'],
    ['create or replace trigger t', '"create trigger" is not allowed'],
    ['create', '"create " is not allowed'],
    ['drop trigger t', '"drop trigger" is not allowed'],
    ['alter view v as select 1', '"alter view" is not allowed'],
    ['alter index i rename to j', '"alter index" is not allowed'],
    ['set autocommit = 0', 'settings other than names'],
    ['set names utf8, sql_mode = 1', 'only one setting per statement'],
    ['do 1', '"do" takes one block in dollar quotes'],
    ["do 'begin end'", '"do" takes one block in dollar quotes'],
    ['do $$ select 1 $$', '"do" takes one block in dollar quotes'],
    ['do $$ begin end $$ language sql', '"do" takes one block in dollar quotes'],
    ['do $$ begin end $$ as plpgsql', '"do" takes one block in dollar quotes'],
    ['do $$ begin end $$ language plpgsql x', '"do" takes one block in dollar quotes'],
    ['prepare s', '"prepare" starts no statement'],
    ["select a into dumpfile 'x' from b", '"dumpfile" hides the affected tables'],
    ['select pg_sleep(1)', 'the function pg_sleep does more'],
    ['select `LOAD_FILE`(1)', 'the function load_file does more'],
    ['create virtual table a using csv(x)', 'a virtual table of "csv"'],
    ['alter table a owner to b', 'another owner'],
    ['alter table a set schema b', 'another schema'],
    ["create table a (i int) index directory = '/x'", 'a folder for the files of a table'],
    ['alter table a engine = blackhole', '"blackhole" moves the rows'],
    ['create table a (i int) engine csv', '"csv" moves the rows'],
    ['create table a (i int) tablespace = b', '"tablespace" moves the rows'],
    ["create table a (i int) connection='x'", 'the table option "connection"'],
    ['create table a (i int) union=(b)', 'the table option "union"'],
  ])('%s', (sql, ...expected) => {
    const found = reasons(sql);
    expect(found).toHaveLength(expected.length);
    expected.forEach((start, index) => expect(found[index]).toContain(start));
  });

  it.each([
    'set foreign_key_checks = 0',
    'SET UNIQUE_CHECKS = 0',
    "set names 'utf8mb4'",
    'do $$ begin end $$',
    'DO $$ DECLARE n int; BEGIN END $$ LANGUAGE plpgsql',
    'create virtual table a using fts5(x)',
    'create virtual table a using rtree_i32(x)',
    'drop view a',
    'drop index i on a',
    'create materialized view v as select 1',
    'create unique index i on a (b)',
    'alter table a add column owner to_x',
    'alter table a add column owner int',
    'alter table a rename owner to b',
    'alter table a drop column owner',
    'update a set data = 1 where directory = 2',
    'insert into a (sleep, pg_sleep) values (1, 2)',
    'insert into pg_sleep (a) values (1)',
    'create table load_file (a int)',
    "update a set union_name = 'x', connection = 'y'",
    'create table a (connection int, csv int)',
    'analyze a',
    "comment on table a is 'x'",
  ])('%s needs none', (sql) => {
    expect(reasons(sql)).toEqual([]);
  });
});

describe('a block', () => {
  const block = (body: string) => reasons(`do $$ declare n int; begin ${body} end $$`);

  it.each([
    ['commit;', '"commit" is reserved'],
    ['insert into a values (1); grant all on a to b;', '"grant" starts no statement'],
    ['if true then create role x; end if;', '"create role" is not allowed'],
    ['if true then null; else drop role x; end if;', '"drop role" is not allowed'],
    ['loop set role x; end loop;', 'settings other than names'],
    ["execute 'drop table a';", '"execute"'],
  ])('refuses %s', (body, reason) => {
    expect(block(body).join()).toContain(reason);
  });

  it.each([
    'n := 1;',
    'n = 1;',
    'commit := 1;',
    'null;',
    'perform f(1);',
    "raise notice 'x';",
    'if n > 1 then return; elsif n > 2 then exit; end if;',
    'while n > 1 loop n := n - 1; continue; end loop;',
    'case n when 1 then n := 2; else n := 3; end case;',
    'begin n := 1; exception when others then null; end;',
    'for n in select 1 loop delete from a; end loop;',
    'assert n = 1; get diagnostics n = row_count;',
    'create table b (i int); drop table b;',
    '"quoted" := 1;',
  ])('may hold %s', (body) => {
    expect(block(body)).toEqual([]);
  });

  it('names the line of what it refuses, from the beginning of the script', () => {
    expect(scanSql('select 1;\ndo $$\nbegin\n  grant all on a to b;\nend $$').refused).toMatchObject([
      { line: 4 },
    ]);
    expect(scanSql('\n\ncommit').refused).toMatchObject([{ line: 3 }]);
  });

  it('may not hold dollar quotes, and nothing else may', () => {
    const doubts = (sql: string) => scanSql(sql).ambiguities.map(({ what, line }) => [line, what]);
    expect(doubts('select 1;\nselect $$ a $$')).toEqual([[2, 'a text in dollar quotes']]);
    expect(doubts('do $a$ begin\nperform $$ a $$; end $a$')).toEqual([[2, 'a text in dollar quotes']]);
    expect(doubts('do $$ begin end $$')).toEqual([]);
  });
});
