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

  it.each([
    ["insert sys_config (config_key) values ('a')", ['a']],
    ["replace into sys_config (config_key) values ('a')", ['a']],
    ["insert into sys_config as c (config_key) values ('a')", ['a']],
    ["insert into sys_config (config_key) values ('a') on conflict do nothing", ['a']],
    ["insert into sys_config (config_key) values ('a') returning config_key", ['a']],
    ["insert into sys_config (config_key) select distinct 'a' as k from b", ['a']],
    ["insert into sys_config (config_key) select all 'a' k", ['a']],
    [
      "insert into sys_config (config_key) select 'a' where 1 = 1 except select 'b' intersect select 'c'",
      ['a', 'b', 'c'],
    ],
    ["insert into sys_config (config_key, config_category) values ('a', 'c')", ['a', 'c']],
    ["insert into sys_config (config_key, config_category) values ('a', upper('c'))", ['a']],
    ["delete from sys_config where 'a' = 'a' and config_key in ('b')", ['b']],
    ["delete from sys_config where config_key = 'a' order by config_key or 1", ['a']],
    ["update sys_config set config_key = 'b' where config_key = 'a'", ['a', 'b']],
    ["update sys_config set sys_config.config_key = 'b' where config_key = 'a' returning 1", ['a', 'b']],
    ["insert into sys_config (config_key) values ('a') on duplicate key update config_key = 'b'", ['a', 'b']],
  ])('are read from %s', (sql, texts) => {
    expect(written(sql)).toEqual([{ table: 'sys_config', texts }]);
  });

  it.each([
    ["insert into sys_config values ('a')", 'it does not list its columns'],
    ["insert into sys_config (config_value) values ('x')", 'it sets no config_key'],
    ["insert into sys_dict_data (config_key) values ('x')", 'it sets no dict_type'],
    ['insert into sys_config (config_key) table b', 'its rows are neither values nor a select'],
    ["insert into sys_config (config_key) values ('a' || 'b')", 'its config_key is not a literal text'],
    ["insert into sys_config (config_key) select 'a' 'b'", 'its config_key is not a literal text'],
    ["delete from sys_config, b where config_key = 'a'", 'it joins other tables'],
    ["delete from sys_config using b where config_key = 'a'", 'it joins other tables'],
    ["update sys_config join b set c = 1 where config_key = 'a'", 'it joins other tables'],
    ['update sys_config set config_value = 1', 'it has no condition'],
    ["delete from sys_config where config_key = 'a' xor 1", 'its condition has alternatives'],
    ["delete from sys_config where config_key = 'a' || 'b'", 'its condition has alternatives'],
    ["delete from sys_dict_type where config_value = 'a'", 'its condition selects no dict_type'],
    ["delete from sys_config where config_key > 'a'", 'its condition selects no config_key'],
    ["delete from sys_config where 'config_key' = 'a'", 'its condition selects no config_key'],
    ["delete from sys_config where config_key in ('a' || 'b')", 'its condition has alternatives'],
    ["delete from sys_config where config_key in ('a' 'b')", 'its condition selects no config_key'],
    ['truncate table sys_config', 'it empties the table'],
    ["update sys_config set (config_key) = ('a') where config_key = 'a'", 'it sets several columns at once'],
    [
      "update sys_config set config_key = concat('a') where config_key = 'a'",
      'it sets config_key to a value that is not a literal text',
    ],
  ])('are unclear in %s: %s', (sql, reason) => {
    const [write] = readRowWrites(tokenizePortable(sql).tokens);
    expect(write?.unclear).toBe(reason);
  });

  it('are found in each statement of a block, with its line', () => {
    const sql =
      "begin\nif (true) then delete from sys_config where config_key = 'a'; end if;\ninsert into sys_dict_data (dict_type) values ('b') ; end";
    expect([...readRowWrites(tokenizePortable(sql).tokens)]).toEqual([
      { table: 'sys_config', line: 2, values: [{ column: 'config_key', text: 'a' }] },
      { table: 'sys_dict_data', line: 3, values: [{ column: 'dict_type', text: 'b' }] },
    ]);
  });
});
