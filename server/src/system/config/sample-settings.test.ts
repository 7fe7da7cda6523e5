import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../data/index.ts';
import { openHostDatabase } from '../../data/testing/open.ts';
import { requestContext } from '../../kernel/index.ts';

let database: Database;
beforeAll(async () => {
  database = await openHostDatabase({ type: 'sqlite', file: ':memory:' });
});
afterAll(() => database.close());

it.each(['hello', 'mall'])('the settings of %s have Chinese names, unless an operator named them', (app) =>
  requestContext.runAs('000000', async () => {
    const { query } = database;
    const folder = new URL(`../../../../plugins/platform-${app}/migrations/`, import.meta.url);
    const run = async (script: RegExp) => {
      const file = readdirSync(folder).find((name) => script.test(name)) ?? '';
      await database.executeScript(readFileSync(new URL(file, folder), 'utf8'));
    };
    const settings = () =>
      query
        .selectFrom('sys_config')
        .where('config_category', '=', app)
        .select(['config_key as key', 'config_names as names'])
        .execute();
    const own = `${app}.logo`;
    await run(/website-config/);
    await query
      .updateTable('sys_config')
      .set({ config_name: 'Ours' })
      .where('config_key', '=', own)
      .execute();
    await run(/translate-\w+-settings/);
    const rows = await settings();
    expect(rows.length).toBeGreaterThan(8);
    expect(rows.filter(({ names }) => names === null).map(({ key }) => key)).toEqual([own]);
    for (const { names } of rows.filter(({ key }) => key !== own))
      expect(JSON.parse(names ?? '')).toEqual({
        'zh-CN': expect.stringMatching(/^\p{Script=Han}+$/u) as string,
      });
  }),
);
