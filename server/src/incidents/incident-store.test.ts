import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../data/index.ts';
import { openHostDatabase } from '../data/testing/open.ts';
import { IncidentStore } from './incident-store.ts';

const MOST = 10_000;
const KEPT_MS = 90 * 86_400_000;
const NOW = Date.parse('2026-06-01T00:00:00.000Z');

let database: Database;
let store: IncidentStore;
let nextId = 0;
beforeAll(async () => {
  database = await openHostDatabase({ type: 'sqlite', file: ':memory:' });
  const ids = { next: () => (nextId += 1), take: () => Promise.reject(new Error('unused')) };
  store = new IncidentStore(database, ids, { now: () => NOW });
});
afterAll(() => database.close());

/** Stores incidents, one a second, the last one `endMs` ago. */
async function fill(count: number, endMs: number): Promise<void> {
  await database.query.deleteFrom('sys_incident').execute();
  const rows = Array.from({ length: count }, (_, index) => ({
    ...{ incident_id: (nextId += 1), host: 'one', kind: 'killed', message: '', suspects_json: '[]' },
    happened_at: new Date(NOW - endMs - (count - 1 - index) * 1_000).toISOString(),
  }));
  for (let at = 0; at < count; at += 1_000)
    await database.query
      .insertInto('sys_incident')
      .values(rows.slice(at, at + 1_000))
      .execute();
}
const times = async (): Promise<string[]> =>
  (
    await database.query.selectFrom('sys_incident').select('happened_at').orderBy('happened_at').execute()
  ).map(({ happened_at }) => happened_at);

it('keeps the last incidents, as many as there may be', async () => {
  await fill(MOST + 2, 0);
  const all = await times();
  await store.prune();
  expect(await times()).toEqual(all.slice(2));
  await store.prune();
  expect(await times()).toHaveLength(MOST);
});

it('keeps incidents of ninety days', async () => {
  await fill(3, KEPT_MS - 1_000);
  const [, atLimit, last] = await times();
  await store.prune();
  expect(await times()).toEqual([atLimit, last]);
});

it('stores durations as long as their column is, and no longer texts', async () => {
  const add = async (durationMs: number | undefined): Promise<number | null | undefined> =>
    (
      await store.find(
        await store.add({
          ...{ at: '2026-01-01T00:00:00.000Z', host: 'h'.repeat(70), kind: 'hold', message: 'x' },
          ...{ suspects: [], durationMs },
        } as unknown as Parameters<IncidentStore['add']>[0]),
      )
    )?.durationMs;
  expect([await add(1.6), await add(1e12), await add(undefined)]).toEqual([2, 2_147_483_647, null]);
});

it('finds the end of a process by its host, its id and its time alone', async () => {
  const at = '2026-01-02T00:00:00.000Z';
  type Given = Parameters<IncidentStore['add']>[0];
  const end = (more: object): Given =>
    ({
      ...{ at, host: 'one', kind: 'crashed', message: '', suspects: [], pid: 7 },
      ...more,
    }) as unknown as Given;
  await store.add(end({}));
  const known = (more: object) => store.knows(end(more));
  expect(await known({})).toBe(true);
  for (const other of [{ host: 'two' }, { pid: 8 }, { at: '2026-01-02T00:00:00.001Z' }, { pid: undefined }])
    expect(await known(other)).toBe(false);
});

it('lists those of an application, and those that it alone is suspected of by its whole code', async () => {
  await database.query.deleteFrom('sys_incident').execute();
  type Given = Parameters<IncidentStore['add']>[0];
  const at = '2026-01-03T00:00:00.000Z';
  const suspected = { at, host: 'one', kind: 'stray', message: '', suspects: [{ application: 'workshop' }] };
  await store.add(suspected as unknown as Given);
  const listed = async (appCode: string) =>
    (await store.list({ appCode }, undefined, { pageNum: 1, pageSize: 10 })).total;
  expect([await listed('workshop'), await listed('shop'), await listed('application')]).toEqual([1, 0, 0]);
});
