import { expect, it } from 'vitest';
import { expressionNames, mainVerb } from './common-table-expressions.ts';
import { isLeaf, parseItems } from './items.ts';

const read = (sql: string): { names: string[]; verb: string | undefined } => {
  const items = parseItems(sql, 'postgres');
  const verb = items[mainVerb(items)];
  return { names: [...expressionNames(items)], verb: isLeaf(verb) ? verb.name : undefined };
};

it.each<[string, string[], string]>([
  ['select 1 from a', [], 'select'],
  ['with a as (select 1) select * from a', ['a'], 'select'],
  ['with recursive "A" (x, y) as (select 1) delete from b', ['a'], 'delete'],
  ['with a as materialized (select 1), b as not materialized (values (1)) update c', ['a', 'b'], 'update'],
  ['with a as (with b as (select 1) select * from b) select 1', ['a', 'b'], 'select'],
  ['insert into a with b as (select 1) select * from b', ['b'], 'insert'],
  ['select (select 1 from (with a as (select 1) select * from a) x)', ['a'], 'select'],
  ['with a as (select 1) insert into b with c as (select 2) select 1', ['a', 'c'], 'insert'],
])('names the table expressions and the verb of: %s', (sql, names, verb) => {
  expect(read(sql)).toEqual({ names, verb });
});

it.each<[string, string | undefined]>([
  ['with', undefined],
  ["with 'a' as (select 1)", "'a'"],
  ['with a select 1', 'select'],
  ['with a (x) select 1', 'select'],
  ['with a as select 1', 'select'],
  ['with a as (select 1),', undefined],
])('stops reading where the list breaks: %s', (sql, verb) => {
  const complete = sql.includes('(select 1),') ? ['a'] : [];
  expect(read(sql)).toEqual({ names: complete, verb });
});
