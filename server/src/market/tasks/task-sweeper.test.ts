import { afterEach, beforeEach, expect, it } from 'vitest';
import { SnowflakeIds } from '../../data/ids/snowflake-ids.ts';
import { openHostDatabase } from '../../data/testing/open.ts';
import { requestContext, systemClock } from '../../kernel/index.ts';
import { collectingLogger, type LogLine } from '../../testing/collecting-logger.ts';
import type { Takeover } from './takeover.ts';
import type { OperationFailure, StepRecord } from './task.ts';
import { operationTimes } from './operation-times.ts';
import { TaskFeed } from './task-feed.ts';
import { TaskRunner } from './task-runner.ts';
import { TaskSettlement, type Undoing } from './task-settlement.ts';
import { TaskStore } from './task-store.ts';
import { TaskSweeper } from './task-sweeper.ts';
import { loneBus } from '../../infra/testing/lone-bus.ts';

interface Notes extends Takeover {
  readonly began?: string;
  readonly committed?: true;
}

const steps: StepRecord[] = (['succeeded', 'running', 'pending'] as const).map((status, index) => ({
  name: `step ${index}`,
  status,
  startedAt: null,
  durationMs: null,
}));

let database: Awaited<ReturnType<typeof openHostDatabase>>;
let store: TaskStore;
let runner: TaskRunner<Notes>;
let sweeper: TaskSweeper<Notes>;
let shared: Array<Partial<Notes>>;
let lines: LogLine[];
let now: () => number;
let fails: Error | undefined;
let rolledBack: Array<{ journal: Partial<Notes>; failure: OperationFailure; live: boolean }>;

beforeEach(async () => {
  database = await openHostDatabase({ type: 'sqlite', file: ':memory:' });
  store = new TaskStore(database, new SnowflakeIds(systemClock, 1));
  rolledBack = [];
  shared = [];
  lines = [];
  now = () => systemClock.now();
  fails = undefined;
  const parts = {
    store,
    clock: { now: () => now() },
    logger: collectingLogger(lines),
    ownerNode: '1/now',
    siblings: () => ['1/now', '1/beside'],
    living: async (processes: readonly string[]) => new Set(processes),
    journals: {
      rollBack: async (journal: Partial<Notes>, failure: OperationFailure, { live, log }: Undoing) => {
        if (fails) throw fails;
        log('rolled back');
        rolledBack.push({ journal, failure, live });
      },
      complete: async ({ committed }: Partial<Notes>) => committed === true,
      isCommitted: ({ committed }: Partial<Notes>) => committed === true,
      settleShared: async (journal: Partial<Notes>) => void shared.push(journal),
      settleDisk: async () => undefined,
      hasLocalWork: () => false,
    },
    times: operationTimes(),
    onFailed: () => undefined,
  };
  const settlement = new TaskSettlement<Notes>(parts);
  const exclusively = <T>(_appCode: string, work: () => Promise<T>) => work();
  runner = new TaskRunner<Notes>({ ...parts, settlement, feed: new TaskFeed(loneBus()), exclusively });
  sweeper = new TaskSweeper<Notes>({ ...parts, runner, settlement, timeoutMinutes: 10 });
});
afterEach(() => database.close());

/** A task that a process has left in its second step. */
async function left(ownerNode: string, journal: Notes, appCode = 'demo'): Promise<number> {
  const task = { tenantId: '000000', appCode, kind: 'install', version: '1.0.0', actor: null } as const;
  const taskId = await store.insert({ ...task, ownerNode, steps });
  await store.saveProgress(taskId, {
    ...{ currentStep: 'step 1', progress: 40, logText: 'so far', version: '1.0.0' },
    steps,
  });
  await store.saveJournal(taskId, journal);
  return taskId;
}
const statuses = async (taskId: number) =>
  (await store.findOfAnyTenant(taskId))?.steps.map(({ status }) => status);
const long = '2020-01-01T00:00:00.000Z';
const stands = (taskId: number) =>
  requestContext.runIgnoringTenant(() =>
    database.query.updateTable('app_task').set({ update_time: long }).where('task_id', '=', taskId).execute(),
  );

it('design 10.7-12: leaves the tasks of other workers of this machine alone while they live', async () => {
  const living = await left('1/beside', { began: 'yes' });
  const ended = await left('1/ended', { began: 'yes' }, 'other');
  await sweeper.recover();
  await stands(living);
  await sweeper.sweep();
  expect(await store.findOfAnyTenant(living)).toMatchObject({ status: 'running' });
  expect(await store.findOfAnyTenant(ended)).toMatchObject({ status: 'failed' });
});

it('rolls back, at the start, what an earlier process of this node has left', async () => {
  const taskId = await left('1/before', { began: 'yes' });
  const others = await left('2/other', { began: 'yes' }, 'other');
  await sweeper.recover();
  const task = await store.findOfAnyTenant(taskId);
  expect(task).toMatchObject({ status: 'failed', currentStep: 'step 1' });
  expect(task?.failure).toMatchObject({ stage: 'step 1', code: 'TASK_OWNER_GONE' });
  expect(task?.logText).toMatch(/^so far\n.* The host stopped .*\n.* rolled back$/);
  expect(await statuses(taskId)).toEqual(['succeeded', 'failed', 'pending']);
  expect(rolledBack).toEqual([
    {
      journal: { began: 'yes' },
      failure: expect.objectContaining({
        code: 'TASK_OWNER_GONE',
        operation: { kind: 'install', version: '1.0.0', taskId, at: expect.any(String) as string },
      }) as unknown,
      live: false,
    },
  ]);
  expect((await store.open()).map((open) => open.taskId)).toEqual([others]);
});

it('completes what was committed', async () => {
  const taskId = await left('1/before', { committed: true });
  await sweeper.recover();
  const task = await store.findOfAnyTenant(taskId);
  expect(task).toMatchObject({ status: 'succeeded', progress: 100 });
  expect(task?.report).toMatchObject({ appCode: 'demo', version: '1.0.0' });
  expect(task?.logText).toContain('so far');
  expect(task?.logText).toContain('The change was committed before the interruption');
  expect(await statuses(taskId)).toEqual(['succeeded', 'succeeded', 'succeeded']);
  expect(rolledBack).toEqual([]);
  expect(await store.open()).toEqual([]);
});

it('leaves a task to its operation until it stalls, then declares it failed', async () => {
  const gate = Promise.withResolvers<void>();
  const { taskId, done } = await runner.start({
    ...{ kind: 'install', appCode: 'demo', tenantId: '000000', actor: null, version: '1.0.0' },
    steps: [
      { name: 'slow', run: () => gate.promise },
      { name: 'never', run: () => Promise.reject(new Error('must not run')) },
    ],
    report: () => ({}),
    cleanUp: async () => undefined,
  });
  await expect(runner.assertIdle('demo')).rejects.toMatchObject({
    code: 'TASK_RUNNING',
    details: { taskId },
  });
  await sweeper.sweep();
  expect(await store.findOfAnyTenant(taskId)).toMatchObject({ status: 'running' });
  await stands(taskId);
  await sweeper.sweep();
  expect(await store.findOfAnyTenant(taskId)).toMatchObject({
    status: 'failed',
    failure: { code: 'TASK_TIMEOUT', stage: 'slow' },
  });
  gate.resolve();
  expect(await done).toMatchObject({ status: 'failed', failure: { code: 'TASK_TIMEOUT' } });
  expect(rolledBack).toHaveLength(1);
  await runner.assertIdle('demo');
});

it('finds an application busy that another node works on', async () => {
  const taskId = await left('2/other', {});
  await expect(runner.assertIdle('demo')).rejects.toMatchObject({
    code: 'TASK_RUNNING',
    details: { taskId },
  });
  await runner.assertIdle('other');
});

it('declares a stalled task failed that no process works on, and renews its claim first', async () => {
  const taskId = await left('1/before', { began: 'yes' });
  const renewed: number[] = [];
  const renew = store.renew.bind(store);
  store.renew = (id) => {
    expect(rolledBack).toEqual([]);
    renewed.push(id);
    return renew(id);
  };
  await stands(taskId);
  await sweeper.sweep();
  expect(await store.findOfAnyTenant(taskId)).toMatchObject({
    status: 'failed',
    currentStep: 'Timed out: no progress for 10 minutes in step step 1.',
    failure: { code: 'TASK_TIMEOUT', stage: 'step 1' },
  });
  expect([renewed, rolledBack.map(({ live }) => live)]).toEqual([[taskId], [true]]);
});

it('rolls nothing back that a later task of the application has settled', async () => {
  const first = await left('1/before', { began: 'first' });
  const second = await left('1/before', { began: 'second' });
  await sweeper.recover();
  expect(rolledBack.map(({ journal }) => journal)).toEqual([{ began: 'second' }]);
  for (const taskId of [first, second])
    expect(await store.findOfAnyTenant(taskId)).toMatchObject({ status: 'failed' });
  expect(await store.open()).toEqual([]);
});

it('logs a failure only once when its rollback is repeated', async () => {
  const taskId = await left('1/before', { began: 'yes' });
  await store.fail(taskId, 'step 1', { stage: 'step 1', code: 'X', message: 'It broke.', fix: null });
  await sweeper.recover();
  const task = await store.findOfAnyTenant(taskId);
  expect(task).toMatchObject({ status: 'failed', failure: { code: 'X' } });
  expect(task?.logText).toMatch(/^so far\n\S+ rolled back$/);
});

it('leaves its tasks, and those that another node has taken over, alone at the start', async () => {
  const own = await left('1/now', { began: 'yes' }, 'one');
  const taken = await left('1/before', { began: 'yes', takenOver: '2/other' }, 'two');
  await stands(taken);
  await sweeper.recover();
  expect((await store.open()).map(({ taskId, status }) => [taskId, status])).toEqual([
    [own, 'running'],
    [taken, 'running'],
  ]);
  // Its claim is not renewed: yet another node may have to take it over.
  expect(await store.findOfAnyTenant(taken)).toMatchObject({ updateTime: long });
  expect(lines).toEqual([]);
});

it('declares a task failed only after the whole time limit', async () => {
  const taskId = await left('1/before', { began: 'yes' });
  await stands(taskId);
  now = () => Date.parse(long) + 10 * 60_000;
  await sweeper.sweep();
  expect(await store.findOfAnyTenant(taskId)).toMatchObject({ failure: { code: 'TASK_OWNER_GONE' } });
  expect(rolledBack.map(({ live }) => live)).toEqual([true]);
  const late = await left('1/before', { began: 'yes' });
  await stands(late);
  now = () => Date.parse(long) + 10 * 60_000 + 1;
  await sweeper.sweep();
  expect(await store.findOfAnyTenant(late)).toMatchObject({ failure: { code: 'TASK_TIMEOUT' } });
});

it('does not call a failed task timed out that waits long for its rollback', async () => {
  const taskId = await left('1/before', { began: 'yes' });
  await store.fail(taskId, 'step 1', { stage: 'step 1', code: 'X', message: 'It broke.', fix: null });
  await stands(taskId);
  await sweeper.sweep();
  expect(rolledBack).toMatchObject([{ failure: { code: 'TASK_OWNER_GONE' } }]);
});

it('settles the other tasks when one cannot be settled, and logs why', async () => {
  const taken = await left('1/before', { began: 'yes' }, 'one');
  const other = await left('1/before', { committed: true }, 'two');
  fails = new Error('no room');
  await sweeper.recover();
  expect((await store.open()).map(({ taskId }) => taskId)).toEqual([taken]);
  expect(await store.findOfAnyTenant(other)).toMatchObject({ status: 'succeeded' });
  expect(lines).toEqual([
    {
      ...{ level: 'error', message: 'An abandoned task could not be settled; it will be retried' },
      fields: { taskId: taken, error: fails },
    },
  ]);
});

it('leaves the files of another node to it, once their records and data are settled', async () => {
  const taskId = await left('2/other', { takenOver: '3/third', sharedEnded: true });
  await sweeper.recover();
  await sweeper.sweep();
  expect(await store.findOfAnyTenant(taskId)).toMatchObject({ status: 'running', logText: 'so far' });
  expect((await store.open()).map((open) => open.taskId)).toEqual([taskId]);
});

it('takes over a stalled task of another node, whose later task has settled what it shares', async () => {
  const first = await left('2/other', { began: 'first' });
  const second = await left('2/other', { began: 'second' });
  const failed = { stage: 'step 1', code: 'X', message: 'It broke.', fix: null };
  await store.fail(second, 'step 1', failed);
  await sweeper.sweep();
  expect(shared).toEqual([]);
  for (const taskId of [first, second]) await stands(taskId);
  await sweeper.sweep();
  expect(shared).toEqual([{ began: 'second', takenOver: '1/now' }]);
  expect(await store.open()).toEqual([]);
  expect((await store.findOfAnyTenant(first))?.logText).toContain('Timed out');
  const task = await store.findOfAnyTenant(second);
  expect(task).toMatchObject({ status: 'failed', failure: failed });
  expect(task?.logText).not.toContain('Timed out');
  expect(rolledBack).toEqual([]);
});

it('sweeps again after a sweep has ended, and not twice at once', async () => {
  const sweeps = [sweeper.sweep(), sweeper.sweep()];
  expect(sweeps[0]).toBe(sweeps[1]);
  await Promise.all(sweeps);
  const taskId = await left('1/before', {});
  await sweeper.sweep();
  expect(await store.findOfAnyTenant(taskId)).toMatchObject({ status: 'failed' });
});
