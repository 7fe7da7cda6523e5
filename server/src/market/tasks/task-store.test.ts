import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SnowflakeIds } from '../../data/ids/snowflake-ids.ts';
import type { Database } from '../../data/index.ts';
import { openHostDatabase } from '../../data/testing/open.ts';
import { requestContext, systemClock } from '../../kernel/index.ts';
import { TaskStore } from './task-store.ts';

describe('task records', () => {
  let database: Database;
  let store: TaskStore;

  beforeAll(async () => {
    database = await openHostDatabase({ type: 'sqlite', file: ':memory:' });
    store = new TaskStore(database, new SnowflakeIds(systemClock, 1));
  });
  afterAll(() => database.close());
  beforeEach(() => requestContext.runIgnoringTenant(() => database.query.deleteFrom('app_task').execute()));

  const insert = (appCode: string, tenantId = 'a') =>
    store.insert({
      ...{ tenantId, appCode, kind: 'install', version: null, actor: null, ownerNode: '1/now' },
      steps: [{ name: 'one', status: 'pending', startedAt: null, durationMs: null }],
    });
  const set = (taskId: number, values: { update_time?: string; steps_json?: string }) =>
    requestContext.runIgnoringTenant(() =>
      database.query.updateTable('app_task').set(values).where('task_id', '=', taskId).execute(),
    );
  const long = '2020-01-01T00:00:00.000Z';
  const failure = { stage: 'one', code: 'X', message: 'It broke.', fix: null };

  it('are listed in pages for their tenant, the latest first', async () => {
    const [first, second, third] = [await insert('demo'), await insert('demo'), await insert('other')];
    await insert('demo', 'b');
    await store.fail(second, 'one', failure);
    const listed = (filter: Parameters<TaskStore['page']>[0], pageNum = 1, pageSize = 10) =>
      requestContext.runAs('a', async () => {
        const { total, rows } = await store.page(filter, { pageNum, pageSize });
        return [total, ...rows.map(({ taskId }) => taskId)];
      });
    expect(await listed({})).toEqual([3, third, second, first]);
    expect(await listed({}, 1, 2)).toEqual([3, third, second]);
    expect(await listed({}, 2, 2)).toEqual([3, first]);
    expect(await listed({ appCode: 'demo' })).toEqual([2, second, first]);
    expect(await listed({ appCode: 'demo', status: 'failed' })).toEqual([1, second]);
    expect(await listed({ status: 'running' })).toEqual([2, third, first]);
  });

  it('are claimed anew without another change', async () => {
    const taskId = await insert('demo');
    await set(taskId, { update_time: long });
    const before = await store.findOfAnyTenant(taskId);
    await store.renew(taskId);
    const after = await store.findOfAnyTenant(taskId);
    expect(after?.updateTime).not.toBe(long);
    expect(after).toEqual({ ...before, updateTime: after?.updateTime });
  });

  it('may lack steps, a report and a failure', async () => {
    const taskId = await insert('demo');
    await set(taskId, { steps_json: '' });
    expect(await store.findOfAnyTenant(taskId)).toMatchObject({ steps: [], report: null, failure: null });
    expect(await store.findOfAnyTenant(taskId + 1)).toBeUndefined();
  });

  it('keep their progress when another node declares them failed', async () => {
    const taskId = await insert('demo');
    const progress = { currentStep: 'one', progress: 40, logText: 'so far', steps: [], version: null };
    await store.saveProgress(taskId, progress);
    const [task] = await store.open();
    if (!task) throw new Error('The task is open.');
    const end = { status: 'failed', currentStep: 'late', steps: [], failure } as const;
    expect(await store.takeOver({ ...task, updateTime: long }, end, {})).toBe(false);
    expect(await store.takeOver(task, end, { takenOver: '2/x' })).toBe(true);
    expect(await store.findOfAnyTenant(taskId)).toMatchObject({
      ...{ status: 'failed', currentStep: 'late', progress: 40, logText: 'so far', failure },
    });
    expect(await store.state(taskId)).toEqual({ status: 'failed', journal: '{"takenOver":"2/x"}' });
    expect(await store.state(taskId + 1)).toBeUndefined();
  });

  it('do not change once they have ended', async () => {
    const taskId = await insert('demo');
    expect(await store.fail(taskId, 'one', failure)).toBe(true);
    expect(await store.fail(taskId, 'two', failure)).toBe(false);
    expect(await store.saveJournal(taskId, {})).toBe(false);
    const progress = { currentStep: 'two', progress: 9, logText: 'more', steps: [], version: '2.0.0' };
    expect(await store.saveProgress(taskId, progress)).toBe(false);
    expect(await store.succeed(taskId, progress, {})).toBe(false);
    expect(await store.findOfAnyTenant(taskId)).toMatchObject({
      ...{ status: 'failed', currentStep: 'one', logText: '', version: null },
    });
  });
});
