import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../data/index.ts';
import { openHostDatabase } from '../../data/testing/open.ts';
import { ObservedStore } from './observed-store.ts';

describe('what hosts report of an application', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openHostDatabase({ type: 'sqlite', file: ':memory:' });
  });
  afterAll(() => database.close());
  const failure = { code: 'X', message: 'It broke.', generation: 2 };
  const rows = () =>
    database.query.selectFrom('sys_node_app').select(['node_id', 'app_code', 'state']).execute();

  it('is one row of each host and application, however often they report at once', async () => {
    const [one, two] = [new ObservedStore(database, 'one'), new ObservedStore(database, 'two')];
    const report = { version: '1.0.0', generation: 1, failure: null };
    await Promise.all([one.report('demo', report), one.report('demo', { ...report, generation: 2 })]);
    await one.report('other', report);
    await two.report('demo', { version: null, generation: 0, failure });
    expect(await rows()).toHaveLength(3);
    expect(await one.of('demo')).toEqual(
      new Map([
        ['one', { nodeId: 'one', version: '1.0.0', generation: 2, failure: null }],
        ['two', { nodeId: 'two', version: null, generation: 0, failure }],
      ]),
    );
    expect((await rows()).map(({ state }) => state)).toEqual(['current', 'current', 'behind']);
  });

  it('is reported after a failure, too', async () => {
    const store = new ObservedStore(database, 'three');
    const lost = vi.spyOn(database.query, 'updateTable').mockImplementationOnce(() => {
      throw new Error('away');
    });
    const report = { version: '1.0.0', generation: 1, failure: null };
    await expect(store.report('demo', report)).rejects.toThrow('away');
    lost.mockRestore();
    await store.report('demo', report);
    expect((await store.of('demo')).has('three')).toBe(true);
  });

  it('is not added again where the database counts changed rows only', async () => {
    const store = new ObservedStore(database, 'four');
    const report = { version: '1.0.0', generation: 1, failure: null };
    await store.report('demo', report);
    const before = (await rows()).length;
    const unchanged = { numUpdatedRows: 0n };
    const update = { set: () => update, where: () => update, executeTakeFirst: async () => unchanged };
    const counting = vi.spyOn(database.query, 'updateTable').mockReturnValueOnce(update as never);
    await store.report('demo', report);
    counting.mockRestore();
    expect(await rows()).toHaveLength(before);
  });
});
