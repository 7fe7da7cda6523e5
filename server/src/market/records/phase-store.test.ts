import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../data/index.ts';
import { openHostDatabase } from '../../data/testing/open.ts';
import type { ClusterBus } from '../../infra/index.ts';
import { PHASES_TOPIC, PhaseStore, type Phase } from './phase-store.ts';

const phase = (taskId: number, appCode = 'demo'): Phase => ({
  ...{ taskId, appCode, version: '1.1.0', nodeId: 'a', machineId: 'm' },
  ...{ stage: 'prepare', stagedJar: 'staged/demo.jar' },
});

describe('an operation that waits for the hosts', () => {
  let database: Database;
  let store: PhaseStore;
  const publish = vi.fn();

  beforeAll(async () => {
    database = await openHostDatabase({ type: 'sqlite', file: ':memory:' });
    store = new PhaseStore(database, { publish } as unknown as ClusterBus);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    for (const { taskId } of await store.open()) await store.end(taskId);
    publish.mockClear();
  });

  it('replaces an earlier one of its application, with the answers to it', async () => {
    await store.begin(phase(1));
    await store.answer(1, 'b', { stage: 'prepare', failure: null });
    await store.begin(phase(2, 'other'));
    await store.begin({ ...phase(3), stagedJar: null });
    expect(await store.open()).toEqual([phase(2, 'other'), { ...phase(3), stagedJar: null }]);
    expect(await store.answers(1)).toEqual(new Map());
  });

  it('asks one stage after the other, each time with a message', async () => {
    await store.begin(phase(1));
    await store.begin(phase(2, 'other'));
    publish.mockClear();
    await store.advance(1);
    expect(publish.mock.calls).toEqual([[PHASES_TOPIC, null]]);
    expect((await store.open()).map(({ stage }) => stage)).toEqual(['ready', 'prepare']);
    await store.end(1);
    expect(publish).toHaveBeenCalledTimes(2);
    expect((await store.open()).map(({ taskId }) => taskId)).toEqual([2]);
  });

  it('has the last answer of each host, which a host may withdraw', async () => {
    const failure = { code: 'X', message: 'It broke.', fix: 'Mend it.', loadStage: 'init' };
    await store.answer(1, 'b', { stage: 'prepare', failure: null });
    await store.answer(1, 'b', { stage: 'ready', failure });
    await store.answer(1, 'c', { stage: 'prepare', failure: null });
    await store.answer(2, 'b', { stage: 'ready', failure: null });
    expect([...(await store.answers(1))]).toEqual([
      ['b', { stage: 'ready', failure }],
      ['c', { stage: 'prepare', failure: null }],
    ]);
    await store.withdraw(1, 'b');
    expect([...(await store.answers(1)).keys()]).toEqual(['c']);
    expect([...(await store.answers(2)).keys()]).toEqual(['b']);
    await store.end(2);
    expect(await store.answers(2)).toEqual(new Map());
    expect((await store.answers(1)).size).toBe(1);
  });
});
