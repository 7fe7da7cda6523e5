import { expect, it } from 'vitest';
import { columnsAddedIfMissing } from './added-columns.ts';

it.each([
  ['alter table a add column if not exists b int', 'alter table a add column b int'],
  ['ALTER TABLE "a" ADD IF NOT EXISTS `b` VARCHAR(9) NULL;', 'ALTER TABLE "a" ADD `b` VARCHAR(9) NULL'],
  [
    "alter table a\n  add column if not exists b varchar(9) default ';''x';",
    "alter table a\n  add column b varchar(9) default ';''x'",
  ],
])('spec: L1/%j adds a missing column', (sql, plain) => {
  const found = { table: 'a', column: 'b', plain, start: 9, end: 9 + sql.length };
  expect(columnsAddedIfMissing(`select 1;${sql}`)).toEqual([found]);
});

it.each([
  'alter table a add column b int',
  '-- alter table a add column if not exists b int',
  '/* alter table a add column if not exists b int; */',
  "insert into a values ('alter table a add column if not exists b int;')",
  'create table if not exists a (id int)',
  'alter view a add column if not exists b int',
  'drop table a add column if not exists b int',
  'alter table a drop column if not exists b int',
  'alter table a add column if not exists',
  'alter table a add column if exists not b int',
  'alter table select add column if not exists b int',
  'alter table a add column if not exists select',
  'alter table a add column if not exists 1',
])('%j does not', (sql) => {
  expect(columnsAddedIfMissing(sql)).toEqual([]);
});

it('finds each of several statements, with its place', () => {
  const sql = 'alter table a add column if not exists b int ;\n alter table c add if not exists d int';
  expect(columnsAddedIfMissing(sql)).toEqual([
    { table: 'a', column: 'b', plain: 'alter table a add column b int', start: 0, end: 46 },
    { table: 'c', column: 'd', plain: 'alter table c add d int', start: 48, end: sql.length },
  ]);
});
