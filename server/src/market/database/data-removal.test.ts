import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../data/index.ts';
import { requestContext } from '../../kernel/index.ts';
import { openHostDatabase } from '../../data/testing/open.ts';
import { countData } from './application-data.ts';
import { DataRemoval } from './data-removal.ts';

const TABLES = ['demo_order', 'demo_item'];

let database: Database;
let emptied: string[];
let removal: DataRemoval;

beforeEach(async () => {
  database = await openHostDatabase({ type: 'sqlite', file: ':memory:' });
  for (const table of TABLES) await database.raw(`create table ${table} (id integer)`);
  emptied = [];
  removal = new DataRemoval(database, async (appCode) => void emptied.push(appCode));
});
afterEach(() => database.close());

const tables = async (): Promise<string[]> => {
  const { rows } = await database.raw<{ name: string }>(
    "select name from sqlite_master where type = 'table' and name like 'demo_%' order by name",
  );
  return rows.map(({ name }) => name);
};

it('drops the tables, the last one first', async () => {
  const work = { log: () => undefined, assertCurrent: () => Promise.resolve() };
  expect(await removal.dropEverything('demo', TABLES, work)).toEqual(TABLES);
  expect(await tables()).toEqual([]);
  expect(emptied).toEqual(['demo']);
});

it('design 9.1-9: leaves the dictionaries of an application whose code begins with this one', async () => {
  const desired = { version: '1.0.0', state: 'running', generation: 1, format: 1 };
  for (const app_code of ['demo', 'demo-visit'])
    await database.query
      .insertInto('app_desired')
      .values({ ...desired, app_code })
      .execute();
  await requestContext.runAs('000000', async () => {
    for (const [at, dict_type] of ['demo_level', 'demo_visit_state'].entries())
      await database.query
        .insertInto('sys_dict_type')
        .values({ dict_id: at + 1, dict_type, dict_name: dict_type })
        .execute();
  });
  const work = { log: () => undefined, assertCurrent: () => Promise.resolve() };
  expect(await countData(database, 'demo', [])).toMatchObject({ dictionaries: 1 });
  await removal.dropEverything('demo', [], work);
  const left = await database.raw<{ dict_type: string }>(
    "select dict_type from sys_dict_type where dict_type like 'demo_%'",
  );
  expect(left.rows).toEqual([{ dict_type: 'demo_visit_state' }]);
});

it('10.4: drops nothing more once another host has taken the work over', async () => {
  const takenOver = new Error('taken over');
  let asked = 0;
  const assertCurrent = (): Promise<void> => (asked++ === 0 ? Promise.resolve() : Promise.reject(takenOver));
  const work = { log: () => undefined, assertCurrent };
  await expect(removal.dropEverything('demo', TABLES, work)).rejects.toBe(takenOver);
  expect(await tables()).toEqual(['demo_order']);
  expect(emptied).toEqual([]);
});
