import { tokenizePortable } from '@platform/mapper';
import { describe, expect, it } from 'vitest';
import { readRowWrites } from './row-writes.ts';

const written = (sql: string) =>
  [...readRowWrites(tokenizePortable(sql).tokens)].map(({ table, values, unclear }) => ({
    table,
    texts: values.map(({ text }) => text),
    ...(unclear === undefined ? {} : { unclear: true }),
  }));

describe('rows that a statement writes to tables of several applications', () => {
  it.each([
    ["insert into sys_config (config_key, config_value) values ('a', 'x'), ('b', 'y')", ['a', 'b']],
    // Commas within brackets divide nothing.
    ["insert into sys_config (config_value, config_key) values (concat('x', 'y', 'z'), 'a')", ['a']],
    [
      "insert into sys_config (config_value, config_key) values (coalesce((1), 'y'), 'a'), (1, 'b')",
      ['a', 'b'],
    ],
    ["insert into sys_config (config_key) select 'a' union all select 'b'", ['a', 'b']],
    ["delete from sys_config where config_key = 'a'", ['a']],
    ["delete from sys_config where config_key in ('a', 'b')", ['a', 'b']],
    ["delete from sys_config where sys_config.config_key like 'a.%'", ['a.']],
    ["update sys_config set config_value = 'x' where config_key = 'a' and config_value = 'b'", ['a']],
  ])('%s', (sql, texts) => {
    expect(written(sql)).toEqual([{ table: 'sys_config', texts }]);
  });

  it.each([
    "insert into sys_config (config_value) values ('x')",
    "insert into sys_config (config_key) values (concat('a', 'b'))",
    "delete from sys_config where config_key in ('a', upper('b'))",
    "delete from sys_config where config_key in (select 'a')",
    "delete from sys_config where config_key = 'a' or 1 = 1",
    'delete from sys_config',
    'truncate sys_config',
    "update sys_config set (config_key, config_value) = ('a', 'x') where config_key = 'a'",
    "update sys_config set config_key = upper('a') where config_key = 'a'",
  ])('cannot be determined: %s', (sql) => {
    expect(written(sql)).toMatchObject([{ table: 'sys_config', unclear: true }]);
  });

  it('of tables that only the host or only the application fills are nobody else’s', () => {
    expect(written("insert into notes (config_key) values ('a'); delete from sys_user")).toEqual([]);
  });
});
