import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openHostDatabase } from '../../data/testing/open.ts';
import type { Database } from '../../data/index.ts';
import { requestContext } from '../../kernel/index.ts';

let database: Database;
beforeAll(async () => {
  database = await openHostDatabase({ type: 'sqlite', file: ':memory:' });
});
afterAll(() => database.close());

async function run(app: string, script: string): Promise<void> {
  const file = new URL(`../../../../plugins/platform-${app}/migrations/${script}.sql`, import.meta.url);
  await database.executeScript(readFileSync(file, 'utf8'));
}

it.each([
  ['member', '03-create-member-dictionaries', '04-translate-member-dictionaries', 'How members come', 1],
  ['mall', '03-create-mall-dictionaries', '05-translate-mall-dictionaries', 'Carriers', 2],
])(
  'the dictionaries of %s are in Chinese, unless an operator named them',
  async (app, add, translate, own, all) => {
    await requestContext.runAs('000000', async () => {
      const { query } = database;
      const names = async () =>
        (await query.selectFrom('sys_dict_type').select('dict_names').execute()).map((row) => row.dict_names);
      await query.deleteFrom('sys_dict_type').execute();
      await run(app, add);
      await query
        .updateTable('sys_dict_type')
        .set({ dict_name: 'Ours' })
        .where('dict_name', '=', own)
        .execute();
      await run(app, translate);
      expect((await names()).filter(Boolean)).toHaveLength(all - 1);
      await query
        .updateTable('sys_dict_type')
        .set({ dict_name: own })
        .where('dict_name', '=', 'Ours')
        .execute();
      await run(app, translate);
      for (const json of await names())
        expect(JSON.parse(json ?? '')).toEqual({
          'zh-CN': expect.stringMatching(/^\p{Script=Han}+$/u) as string,
        });
      const labels = await query
        .selectFrom('sys_dict_data')
        .select(['dict_label', 'label_names'])
        .where('dict_type', 'like', `${app}%`)
        .execute();
      const untranslated = labels.filter((row) => row.label_names === null).map((row) => row.dict_label);
      expect(untranslated).toEqual(app === 'mall' ? ['DHL', 'UPS'] : []);
    });
  },
);
