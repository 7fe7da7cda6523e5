import { expect, it } from 'vitest';
import { openTestDatabase } from '../../data/testing/open.ts';
import { seedDictionaries } from './seed-settings.ts';

const SCRIPT = `
create table sys_dict_type (dict_type varchar(100), dict_name varchar(100), dict_names text, status integer, update_time varchar(30), update_by bigint);
insert into sys_dict_type values ('sys_enabled', 'Enabled or disabled', null, 1, null, null),
  ('sys_yes_no', 'Really?', null, 1, null, null),
  ('sys_notice_type', 'Kinds of notices', '{"zh-CN":"公告"}', 1, null, null);`;

it('gives Chinese names to dictionaries of an earlier version, unless somebody has named them', async () => {
  const database = await openTestDatabase({ type: 'sqlite', file: ':memory:' });
  await database.executeScript(SCRIPT);
  await seedDictionaries(database, { next: () => 1 } as never);
  const rows = await database.query.selectFrom('sys_dict_type').select(['dict_type', 'dict_names']).execute();
  expect(Object.fromEntries(rows.map((row) => [row.dict_type, row.dict_names]))).toEqual({
    sys_enabled: '{"zh-CN":"启用状态"}',
    sys_yes_no: null,
    sys_notice_type: '{"zh-CN":"公告"}',
  });
  await database.close();
});
