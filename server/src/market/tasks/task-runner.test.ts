import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SnowflakeIds } from '../../data/ids/snowflake-ids.ts';
import { openHostDatabase } from '../../data/testing/open.ts';
import type { Database } from '../../data/index.ts';
import { PlatformError, systemClock, tracing, type SpanFacts } from '../../kernel/index.ts';
import { collectingLogger, type LogLine } from '../../testing/collecting-logger.ts';
import { operationTimes, type OperationTimes } from './operation-times.ts';
import { countsOf } from './testing/counts-of.ts';
import type { OperationFailure, Task, TaskEvent } from './task.ts';
import { TaskFeed } from './task-feed.ts';
import type { Takeover } from './takeover.ts';
import { TaskRunner, type Operation, type OperationStep } from './task-runner.ts';
import { TaskSettlement, type Undoing } from './task-settlement.ts';
import type { TaskWork } from './task-run.ts';
import { TaskStore } from './task-store.ts';
import { loneBus } from '../../infra/testing/lone-bus.ts';

interface Notes extends Takeover {
  readonly began: string;
  readonly committed: true;
}

const operation = (steps: ReadonlyArray<OperationStep<Notes>>, appCode = 'demo'): Operation<Notes> => ({
  kind: 'install',
  appCode,
  tenantId: '000000',
  actor: 'tester',
  version: '1.0.0',
  steps,
  report: () => ({ fine: true }),
  cleanUp: async () => undefined,
});

describe('running tasks (design 4.4)', () => {
  let folder: string;
  let database: Database;
  let store: TaskStore;
  let feed: TaskFeed;
  let runner: TaskRunner<Notes>;
  let rolledBack: Array<Partial<Notes>>;
  let rollbacks: Array<{ failure: OperationFailure; live: boolean }>;
  let lines: LogLine[];
  let refusals: Error[];
  let ended: Task[];
  let locked: string[];
  let times: OperationTimes;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'task-runner-'));
    times = operationTimes();
    database = await openHostDatabase({ type: 'sqlite', file: join(folder, 'tasks.db') });
    store = new TaskStore(database, new SnowflakeIds(systemClock, 1));
    feed = new TaskFeed(loneBus());
    rolledBack = [];
    rollbacks = [];
    lines = [];
    refusals = [];
    ended = [];
    locked = [];
    const parts = {
      store,
      clock: systemClock,
      logger: collectingLogger(lines),
      ownerNode: '0/test',
      living: async (processes: readonly string[]) => new Set(processes),
      journals: {
        rollBack: async (journal: Partial<Notes>, failure: OperationFailure, { live, log }: Undoing) => {
          if (refusals.length > 0) throw refusals.shift() as Error;
          log('rolled back');
          rolledBack.push(journal);
          rollbacks.push({ failure, live });
        },
        complete: async (journal: Partial<Notes>) => journal.committed === true,
        isCommitted: (journal: Partial<Notes>) => journal.committed === true,
        settleShared: async () => undefined,
        settleDisk: async () => undefined,
        hasLocalWork: () => false,
      },
      times,
      onFailed: (task: Task) => void ended.push(task),
    };
    const settlement = new TaskSettlement<Notes>(parts);
    runner = new TaskRunner<Notes>({
      ...parts,
      settlement,
      feed,
      exclusively: async (appCode, work) => {
        locked.push(`lock ${appCode}`);
        const result = await work();
        locked.push(`${(await store.open(appCode)).length} open`);
        return result;
      },
    });
  });
  afterEach(async () => {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('keeps steps, log and report', async () => {
    const { taskId, done } = await runner.start(
      operation([
        { name: 'one', run: async (task) => task.log('did one') },
        { name: 'two', run: async (task) => task.reach('1.0.1') },
      ]),
    );
    expect(await done).toMatchObject({ status: 'succeeded', report: { fine: true, taskId } });
    const task = await store.findOfAnyTenant(taskId);
    expect(task).toMatchObject({ status: 'succeeded', progress: 100, version: '1.0.1', actor: 'tester' });
    expect(task?.logText).toContain('did one');
    expect(task?.steps.map(({ name, status }) => `${name} ${status}`)).toEqual([
      'one succeeded',
      'two succeeded',
    ]);
    expect(task?.report).toMatchObject({ timings: { one: expect.any(Number) as number } });
  });

  it('fails with stage, code, message and fix, and is rolled back from its journal', async () => {
    const failure = new PlatformError({
      code: 'IT_BROKE',
      status: 409,
      message: 'It broke.',
      fix: 'Mend it.',
      details: { loadStage: 'init' },
    });
    const { taskId, done } = await runner.start(
      operation([
        { name: 'begin', run: (task) => task.record({ began: 'yes' }) },
        { name: 'break', run: () => Promise.reject(failure) },
        { name: 'never', run: async () => undefined },
      ]),
    );
    expect(await done).toMatchObject({ status: 'failed', error: failure });
    expect(rolledBack).toEqual([{ began: 'yes' }]);
    const task = await store.findOfAnyTenant(taskId);
    expect(task?.failure).toEqual({
      stage: 'break',
      code: 'IT_BROKE',
      message: 'It broke.',
      fix: 'Mend it.',
      loadStage: 'init',
    });
    expect(task?.steps.map((step) => step.status)).toEqual(['succeeded', 'failed', 'pending']);
    expect(countsOf(times)).toEqual([{ kind: 'install', outcome: 'failed', count: 1 }]);
    expect(task?.logText).toMatch(/ Failed in break: It broke\.\n\S+ rolled back$/);
    const change = { kind: 'install', version: '1.0.0', taskId, at: expect.any(String) as string };
    expect(rollbacks).toEqual([{ failure: { ...task?.failure, operation: change }, live: true }]);
    expect(lines.filter(({ level }) => level !== 'info')).toEqual([
      {
        ...{ level: 'warn', message: 'Task failed' },
        fields: { taskId, ...task?.failure, error: failure },
      },
    ]);
  });

  it('refuses a second operation at once, before anything is stored', async () => {
    const first = runner.start(operation([]));
    await expect(runner.start(operation([]))).rejects.toMatchObject({
      ...{ code: 'TASK_RUNNING', details: { appCode: 'demo' } },
    });
    expect(locked).toEqual(['lock demo']);
    await (
      await first
    ).done;
  });

  it('refuses an operation while an earlier task is settled, with its id', async () => {
    const taskId = await store.insert({
      ...{ tenantId: '000000', appCode: 'demo', kind: 'install', version: null, actor: null },
      ...{ ownerNode: '0/before', steps: [] },
    });
    const [task] = await store.open('demo');
    if (!task) throw new Error('There is no task.');
    const gate = Promise.withResolvers<void>();
    store.renew = () => gate.promise;
    const settling = runner.settle(task, runner.failureOf(task), { live: true });
    await expect(runner.start(operation([]))).rejects.toMatchObject({
      ...{ code: 'TASK_RUNNING', details: { appCode: 'demo', taskId } },
    });
    gate.resolve();
    await settling;
    expect(await (await runner.start(operation([]))).done).toMatchObject({ status: 'succeeded' });
  });

  it('stops one task for a reason', async () => {
    const gate = Promise.withResolvers<void>();
    const { taskId, done } = await runner.start(
      operation([
        { name: 'wait', run: () => gate.promise },
        { name: 'never', run: () => Promise.reject(new Error('must not run')) },
      ]),
    );
    const reason = new PlatformError({ code: 'ENOUGH', status: 504, message: 'It takes too long.' });
    runner.stop(taskId + 1, reason);
    runner.stop(taskId, reason);
    gate.resolve();
    expect(await done).toMatchObject({ status: 'failed', failure: { code: 'ENOUGH' } });
  });

  it('tells the tracer of its operations and their steps', async () => {
    const spans: SpanFacts[] = [];
    const failures: unknown[] = [];
    const stop = tracing.use({
      start: (facts) => {
        spans.push(facts);
        return {
          traceId: '',
          within: (work) => work(),
          end: (end) => void failures.push([facts.name, end?.failure]),
        };
      },
      traceId: () => undefined,
      traceparent: () => undefined,
    });
    const broken = { name: 'break', run: () => Promise.reject(new Error('It broke.')) };
    const { taskId, done } = await runner.start(operation([broken]));
    await done;
    await (
      await runner.start(operation([]))
    ).done;
    void stop();
    expect(spans.slice(0, 2)).toEqual([
      {
        name: 'operation install',
        attributes: {
          ...{ 'platform.application': 'demo', 'platform.tenant': '000000', 'platform.task': taskId },
        },
      },
      { name: 'step break' },
    ]);
    expect(failures).toEqual([
      ['step break', 'It broke.'],
      ['operation install', 'It broke.'],
      ['operation install', undefined],
    ]);
  });

  it('runs one at a time for an application: 409 with the id of the running one', async () => {
    const gate = Promise.withResolvers<void>();
    const first = await runner.start(operation([{ name: 'wait', run: () => gate.promise }]));
    await expect(runner.start(operation([]))).rejects.toMatchObject({
      code: 'TASK_RUNNING',
      status: 409,
      details: { taskId: first.taskId },
    });
    const other = await runner.start(operation([], 'other'));
    expect(await other.done).toMatchObject({ status: 'succeeded' });
    gate.resolve();
    await first.done;
    expect(await (await runner.start(operation([]))).done).toMatchObject({ status: 'succeeded' });
  });

  it.each(['1/elsewhere', '0/before'])('also excludes tasks of another process, %s', async (ownerNode) => {
    const taskId = await store.insert({
      ...{ tenantId: '000001', appCode: 'demo', kind: 'deploy', version: null, actor: null },
      ...{ ownerNode, steps: [] },
    });
    const running = { code: 'TASK_RUNNING', details: { taskId } };
    const insert = store.insert.bind(store);
    let inserted = 0;
    store.insert = (task) => {
      inserted += 1;
      return insert(task);
    };
    await expect(runner.start(operation([]))).rejects.toMatchObject(running);
    expect(inserted).toBe(0);
    await expect(runner.assertIdle('demo')).rejects.toMatchObject(running);
    await store.saveJournal(taskId, { began: 'yes' });
    await store.fail(taskId, 'one', { stage: 'one', code: 'X', message: 'It broke.', fix: null });
    await runner.assertIdle('demo');
  });

  it('withdraws its task when another node inserts one at the same moment', async () => {
    const insert = store.insert.bind(store);
    store.insert = async (task) => {
      await insert({ ...task, ownerNode: '1/other' });
      return insert(task);
    };
    await expect(runner.start(operation([]))).rejects.toMatchObject({ code: 'TASK_RUNNING' });
    const open = await store.open('demo');
    expect(open.map(({ ownerNode }) => ownerNode)).toEqual(['1/other']);
    expect(open[0] && runner.runs(open[0].taskId)).toBe(false);
  });

  it('reports an error after the commit as unfinished clean-up, not as a failure', async () => {
    const { taskId, done } = await runner.start(
      operation([
        { name: 'switch', run: (task) => task.record({ committed: true }) },
        { name: 'finish', run: () => Promise.reject(new Error('a file would not go')) },
        { name: 'report', run: async () => undefined },
      ]),
    );
    expect(await done).toMatchObject({ status: 'succeeded' });
    expect(rolledBack).toEqual([]);
    const task = await store.findOfAnyTenant(taskId);
    expect(task?.logText).toMatch(/clean-up was interrupted and has been repeated: a file would not go$/);
    expect(task?.steps.map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded']);
  });

  it('rolls back a failed commit, as the database reports it', async () => {
    const { done } = await runner.start(
      operation([
        {
          name: 'switch',
          run: (task) =>
            database.transaction(async () => {
              await task.record({ committed: true });
              throw new Error('the connection broke at the commit');
            }),
        },
      ]),
    );
    expect(await done).toMatchObject({ status: 'failed', failure: { stage: 'switch' } });
    expect(rolledBack).toEqual([{}]);
  });

  it('keeps a task open that cannot be rolled back, and settles it before the next operation on the application', async () => {
    refusals = [new Error('no room'), new Error('still no room')];
    const begin = { name: 'begin', run: (task: TaskWork<Notes>) => task.record({ began: 'yes' }) };
    const broken = new Error('It broke.');
    const first = await runner.start(
      operation([begin, { name: 'break', run: () => Promise.reject(broken) }]),
    );
    const seen: string[] = [];
    feed.watch(first.taskId, { onEvent: ({ type, data }) => void (type === 'log' && seen.push(data.line)) });
    expect(await first.done).toMatchObject({ status: 'failed' });
    expect(seen.at(-1)).toContain('The task could not be settled and will be retried: no room');
    expect(lines.at(-1)).toMatchObject({
      ...{ level: 'error', message: 'A task could not be settled; it will be retried' },
      fields: { taskId: first.taskId, stage: 'break', message: 'It broke.', error: { message: 'no room' } },
    });
    expect(await store.findOfAnyTenant(first.taskId)).toMatchObject({ status: 'running' });
    await expect(runner.start(operation([begin]))).rejects.toMatchObject({
      ...{ status: 503, details: { appCode: 'demo', taskId: first.taskId } },
      message: 'The previous operation on demo could not be settled: still no room',
      fix: expect.stringContaining('Check the log') as string,
    });
    const second = await runner.start(operation([begin]));
    expect(await second.done).toMatchObject({ status: 'succeeded' });
    expect(rolledBack).toEqual([{ began: 'yes' }]);
    expect(rollbacks.map(({ live }) => live)).toEqual([true]);
    const settled = await store.findOfAnyTenant(first.taskId);
    expect(settled).toMatchObject({ status: 'failed', failure: { stage: 'break', message: 'It broke.' } });
    expect(await store.open()).toEqual([]);
  });

  it('stops a task at its next step after it was declared failed', async () => {
    const { taskId, done } = await runner.start(
      operation([
        {
          name: 'slow',
          run: async () => {
            const failure = { stage: 'slow', code: 'TASK_TIMEOUT', message: '', fix: null };
            await store.fail(taskId, 'timed out', failure);
          },
        },
        { name: 'never', run: () => Promise.reject(new Error('must not run')) },
      ]),
    );
    expect(await done).toMatchObject({ status: 'failed', failure: { code: 'TASK_TIMEOUT' } });
    expect(rolledBack).toHaveLength(1);
    expect((await store.findOfAnyTenant(taskId))?.currentStep).toBe('timed out');
  });

  it('stops its tasks when the host stops, and waits for their rollback', async () => {
    const gate = Promise.withResolvers<void>();
    const { taskId } = await runner.start(
      operation([
        { name: 'slow', run: () => gate.promise },
        { name: 'never', run: () => Promise.reject(new Error('must not run')) },
      ]),
    );
    const closed = runner.close();
    gate.resolve();
    await closed;
    expect(rolledBack).toHaveLength(1);
    expect(await store.findOfAnyTenant(taskId)).toMatchObject({
      status: 'failed',
      failure: { code: 'TASK_HOST_STOPPED' },
    });
  });

  it('ends a task whose files could not be cleaned up, and frees the application', async () => {
    const cleanUp = () => Promise.reject(new Error('a file is in use'));
    const { taskId, done } = await runner.start({ ...operation([]), cleanUp });
    expect(await done).toMatchObject({ status: 'succeeded' });
    expect(lines).toMatchObject([
      { level: 'warn', fields: { taskId, error: { message: 'a file is in use' } } },
    ]);
    expect(await (await runner.start(operation([]))).done).toMatchObject({ status: 'succeeded' });
  });

  it('sends its watchers each step in order, and the end last', async () => {
    const events: TaskEvent[] = [];
    const gate = Promise.withResolvers<void>();
    const { taskId, done } = await runner.start(
      operation([
        { name: 'one', run: () => gate.promise },
        { name: 'two', run: async (task) => task.log('line') },
      ]),
    );
    feed.watch(taskId, { onEvent: (event) => void events.push(event) });
    expect(runner.live(taskId)).toMatchObject({ currentStep: 'one' });
    gate.resolve();
    await done;
    expect(
      events.flatMap((event) => (event.type === 'step' ? `${event.data.name} ${event.data.status}` : [])),
    ).toEqual(['one succeeded', 'two running', 'two succeeded']);
    expect(events.at(-1)).toMatchObject({ type: 'end', data: { status: 'succeeded' } });
    expect(runner.live(taskId)).toBeUndefined();
  });

  it('inserts a task under the lock of its application, and announces only failures', async () => {
    const insert = store.insert.bind(store);
    store.insert = (task) => {
      locked.push(...task.steps.map(({ name, status }) => `${name} ${status}`));
      return insert(task);
    };
    const first = await runner.start(operation([{ name: 'one', run: async () => undefined }]));
    await first.done;
    expect(locked).toEqual(['lock demo', 'one pending', '1 open']);
    expect(ended).toEqual([]);
    const broken = { name: 'break', run: () => Promise.reject(new Error('It broke.')) };
    const cleaned: string[] = [];
    const cleanUp = async () => void cleaned.push('cleaned');
    const second = await runner.start({ ...operation([broken]), cleanUp });
    await second.done;
    expect(ended).toMatchObject([{ taskId: second.taskId, status: 'failed' }]);
    expect(cleaned).toEqual(['cleaned']);
    await runner.assertIdle('demo');
  });

  it('ends a task although its end cannot be announced', async () => {
    store.findOfAnyTenant = () => Promise.reject(new Error('the database is down'));
    const { taskId, done } = await runner.start(operation([]));
    expect(await done).toMatchObject({ status: 'succeeded' });
    expect(runner.runs(taskId)).toBe(false);
  });

  it('frees an application whose task could not be inserted', async () => {
    const insert = store.insert.bind(store);
    store.insert = () => Promise.reject(new Error('the database is down'));
    await expect(runner.start(operation([]))).rejects.toThrow('the database is down');
    store.insert = insert;
    expect(await (await runner.start(operation([]))).done).toMatchObject({ status: 'succeeded' });
  });

  it('settles nothing while an operation on the application runs', async () => {
    const gate = Promise.withResolvers<void>();
    const { taskId, done } = await runner.start(operation([{ name: 'wait', run: () => gate.promise }]));
    const [task] = await store.open('demo');
    if (!task) throw new Error('There is no task.');
    await runner.settle(task, runner.failureOf(task), { live: true });
    await runner.takeOver({ ...task, ownerNode: '1/other' }, runner.failureOf(task));
    expect(await store.findOfAnyTenant(taskId)).toMatchObject({ status: 'running' });
    gate.resolve();
    expect(await done).toMatchObject({ status: 'succeeded' });
    expect(rolledBack).toEqual([]);
  });

  it('reports a success that was committed although its answer was lost', async () => {
    const succeed = store.succeed.bind(store);
    let calls = 0;
    store.succeed = async (...task) => {
      const succeeded = await succeed(...task);
      if (calls++ === 0) throw new Error('the connection broke');
      return succeeded;
    };
    const { done } = await runner.start(operation([{ name: 'one', run: async () => undefined }]));
    expect(await done).toMatchObject({ status: 'succeeded', report: { fine: true } });
    expect(rolledBack).toEqual([]);
    expect(await store.open()).toEqual([]);
  });

  it('forgets a failure once it was settled', async () => {
    refusals = [new Error('no room')];
    const broken = { name: 'break', run: () => Promise.reject(new Error('It broke.')) };
    const { taskId, done } = await runner.start(operation([broken]));
    await done;
    const [task] = await store.open('demo');
    if (!task) throw new Error('There is no task.');
    expect(task.logText).toBe('');
    await runner.assertIdle('demo');
    expect(runner.failureOf(task)).toMatchObject({ stage: 'break', message: 'It broke.' });
    await runner.settle(task, runner.failureOf(task), { live: true });
    expect(runner.failureOf(task)).toMatchObject({ stage: 'break', code: 'TASK_OWNER_GONE' });
    expect(runner.failureOf({ ...task, currentStep: null }).stage).toBe('start');
    expect(ended.map((failed) => failed.taskId)).toEqual([taskId]);
  });
});
