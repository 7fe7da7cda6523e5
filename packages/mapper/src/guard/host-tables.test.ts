import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { isHostTable, readableTableDefinitions } from './host-tables.ts';

const none = { has: () => false };
const all = { has: () => true };

it.each([
  ['sys_user', none, true],
  ['app_version', none, true],
  ['sys_of_tomorrow', none, false],
  ['sys_of_tomorrow', all, true],
  ['shop_sys_user', all, false],
  ['system', all, false],
])('%s is a table of the host', (name, tables, expected) => {
  expect(isHostTable(name, tables)).toBe(expected);
});

it('readable tables have their public columns, with plausible types', () => {
  const database = new DatabaseSync(':memory:');
  for (const definition of readableTableDefinitions()) database.exec(definition);
  const types = (table: string): Record<string, unknown> =>
    Object.fromEntries(
      database
        .prepare('select name, type from pragma_table_info(?)')
        .all(table)
        .map(({ name, type }) => [String(name), type]),
    );
  expect(types('sys_user')).toEqual({
    user_id: 'bigint',
    tenant_id: 'varchar(190)',
    user_name: 'varchar(190)',
    nick_name: 'varchar(190)',
    avatar: 'varchar(190)',
    status: 'bigint',
    create_time: 'timestamp',
    update_time: 'timestamp',
  });
  expect(types('sys_dict_data')).toMatchObject({
    dict_code: 'bigint',
    dict_sort: 'bigint',
    dict_label: 'varchar(190)',
  });
  expect(types('sys_role')).toMatchObject({ order_num: 'bigint', role_key: 'varchar(190)' });
  expect(types('sys_oss')).toMatchObject({ size: 'bigint', content_type: 'varchar(190)' });
});
