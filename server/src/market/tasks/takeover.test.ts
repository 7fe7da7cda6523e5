import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeHostDatabases } from '../../data/testing/databases.ts';
import { SnowflakeIds } from '../../data/ids/snowflake-ids.ts';
import { openHostDatabase } from '../../data/testing/open.ts';
import type { Database } from '../../data/index.ts';
import { requestContext, silentLogger, systemClock } from '../../kernel/index.ts';
import type { Takeover } from './takeover.ts';
import { operationTimes } from './operation-times.ts';
import { TaskFeed } from './task-feed.ts';
import { TaskRunner, type Operation, type OperationStep } from './task-runner.ts';
import { TaskSettlement } from './task-settlement.ts';
import { TaskStore } from './task-store.ts';
import { TaskSweeper } from './task-sweeper.ts';
import { loneBus } from '../../infra/testing/lone-bus.ts';

interface Notes extends Takeover {
  readonly began?: string;
  readonly committed?: true;
}

/** A node with the steps it took to finish a journal. */
interface Node {
  readonly runner: TaskRunner<Notes>;
  readonly sweeper: TaskSweeper<Notes>;
  readonly did: string[];
  /** Tasks whose failure it announced. */
  readonly announced: number[];
  /** Processes whose lease it sees as ended. */
  readonly dead: Set<string>;
  /** Delays the next end of the shared part. */
  gate: Promise<void>;
}

await describeHostDatabases('a task that another node has left (design 4.4)', ({ config }) => {
  let database: Database;
  let store: TaskStore;

  beforeAll(async () => {
    database = await openHostDatabase(config);
    store = new TaskStore(database, new SnowflakeIds(systemClock, 1));
  });
  afterAll(() => database.close());
  beforeEach(() => requestContext.runIgnoringTenant(() => database.query.deleteFrom('app_task').execute()));

  const nodeNamed = (name: string): Node => {
    const did: string[] = [];
    const announced: number[] = [];
    const dead = new Set<string>();
    const node = { did, announced, dead, gate: Promise.resolve() };
    const parts = {
      store,
      clock: systemClock,
      logger: silentLogger,
      ownerNode: `${name}/process of ${name}`,
      living: async (processes: readonly string[]) =>
        new Set(processes.filter((process) => !dead.has(process))),
      journals: {
        rollBack: async ({ takenOver }: Partial<Notes>) => void did.push(takenOver ? 'own disk' : 'all'),
        complete: async ({ committed, takenOver }: Partial<Notes>) => {
          if (committed) did.push(takenOver ? 'own disk completed' : 'completed');
          return committed === true;
        },
        isCommitted: ({ committed }: Partial<Notes>) => committed === true,
        settleShared: async ({ committed }: Partial<Notes>) => {
          await node.gate;
          did.push(committed ? 'shared completed' : 'shared');
        },
        settleDisk: async () => void did.push('disk'),
        hasLocalWork: () => true,
      },
      times: operationTimes(),
      onFailed: ({ taskId }: { readonly taskId: number }) => void announced.push(taskId),
    };
    const settlement = new TaskSettlement<Notes>(parts);
    const runner = new TaskRunner<Notes>({
      ...parts,
      settlement,
      feed: new TaskFeed(loneBus()),
      exclusively: (_appCode, work) => work(),
    });
    const sweeper = new TaskSweeper<Notes>({ ...parts, runner, settlement, timeoutMinutes: 10 });
    return Object.assign(node, { runner, sweeper });
  };
  const operation = (...steps: ReadonlyArray<OperationStep<Notes>>): Operation<Notes> => ({
    kind: 'install',
    appCode: 'demo',
    tenantId: '000000',
    actor: null,
    version: '1.0.0',
    steps,
    report: () => ({}),
    cleanUp: async () => undefined,
  });
  const began: OperationStep<Notes> = { name: 'begin', run: (task) => task.record({ began: 'yes' }) };
  const committed: OperationStep<Notes> = { name: 'commit', run: (task) => task.record({ committed: true }) };
  /** As if it had not moved for longer than the limit. */
  const stands = (taskId: number) =>
    requestContext.runIgnoringTenant(() =>
      database.query
        .updateTable('app_task')
        .set({ update_time: '2020-01-01T00:00:00.000Z' })
        .where('task_id', '=', taskId)
        .execute(),
    );
  /** A task of a node, which hangs after some steps. */
  const hanging = async (node: Node, ...steps: ReadonlyArray<OperationStep<Notes>>) => {
    const gate = Promise.withResolvers<void>();
    const hangs = Promise.withResolvers<void>();
    const hang: OperationStep<Notes> = {
      name: 'hang',
      run: () => {
        hangs.resolve();
        return gate.promise;
      },
    };
    const never: OperationStep<Notes> = {
      name: 'never',
      run: () => Promise.reject(new Error('must not run')),
    };
    const started = await node.runner.start(operation(...steps, hang, never));
    await hangs.promise;
    return { ...started, goOn: gate.resolve };
  };

  /** Its node takes the task over and waits at the gate before it settles records and data. */
  const takingOver = async (node: Node, taskId: number) => {
    const gate = Promise.withResolvers<void>();
    node.gate = gate.promise;
    const swept = node.sweeper.sweep();
    await expect.poll(async () => (await store.findOfAnyTenant(taskId))?.status).toBe('failed');
    return { gate, swept };
  };

  it('an active task is left alone, and other operations are refused', async () => {
    const [one, two] = [nodeNamed('1'), nodeNamed('2')];
    const { taskId, goOn, done } = await hanging(one, began);
    await two.sweeper.sweep();
    expect(await store.findOfAnyTenant(taskId)).toMatchObject({ status: 'running' });
    await expect(two.runner.start(operation())).rejects.toMatchObject({ code: 'TASK_RUNNING' });
    goOn();
    await done;
  });

  it('10.4: a task of a host that died is ended by the next sweep, long before its time limit', async () => {
    const [one, two, three] = [nodeNamed('1'), nodeNamed('2'), nodeNamed('3')];
    const { taskId, goOn, done } = await hanging(one, began);
    await two.sweeper.sweep();
    expect(two.did).toEqual([]);
    for (const { dead } of [two, three]) dead.add('process of 1');
    await Promise.all([two.sweeper.sweep(), three.sweeper.sweep()]);
    expect([...two.did, ...three.did]).toEqual(['shared']);
    expect([...two.announced, ...three.announced]).toEqual([taskId]);
    expect(await store.findOfAnyTenant(taskId)).toMatchObject({
      status: 'failed',
      failure: { code: 'TASK_OWNER_GONE', stage: 'hang' },
    });
    // It was only stopped, and continues.
    goOn();
    expect(await done).toMatchObject({ status: 'failed', failure: { code: 'TASK_OWNER_GONE' } });
    expect(one.did).toEqual(['own disk']);
  });

  it('10.4: an operation starts at once where the host of the earlier one has died', async () => {
    const [one, two] = [nodeNamed('1'), nodeNamed('2')];
    const { taskId, goOn, done } = await hanging(one, began);
    await expect(two.runner.assertIdle('demo')).rejects.toMatchObject({ code: 'TASK_RUNNING' });
    two.dead.add('process of 1');
    const next = await two.runner.start(operation());
    expect(two.did).toEqual(['shared']);
    expect(two.announced).toEqual([taskId]);
    expect(await next.done).toMatchObject({ status: 'succeeded' });
    goOn();
    await done;
    expect(await store.findOfAnyTenant(next.taskId)).toMatchObject({ status: 'succeeded' });
  });

  it('10.4: an application whose operation died with its host counts as idle', async () => {
    const [one, two] = [nodeNamed('1'), nodeNamed('2')];
    const { taskId, goOn, done } = await hanging(one, began);
    two.dead.add('process of 1');
    await two.runner.assertIdle('demo');
    expect([two.did, two.announced]).toEqual([['shared'], [taskId]]);
    goOn();
    await done;
  });

  it('10.4: a task is left to the host that took it over, until that one has died too', async () => {
    const [one, two, three] = [nodeNamed('1'), nodeNamed('2'), nodeNamed('3')];
    const { taskId, goOn, done } = await hanging(one, began);
    for (const { dead } of [two, three]) dead.add('process of 1');
    const { gate, swept } = await takingOver(two, taskId);
    await three.sweeper.sweep();
    await expect(three.runner.start(operation())).rejects.toMatchObject({ code: 'TASK_RUNNING' });
    expect(three.did).toEqual([]);
    three.dead.add('process of 2');
    await three.sweeper.sweep();
    expect(three.did).toEqual(['shared']);
    gate.resolve();
    goOn();
    await Promise.all([swept, done]);
  });

  it('a stale task is ended by one node; its own node then does only its own part', async () => {
    const [one, two, three] = [nodeNamed('1'), nodeNamed('2'), nodeNamed('3')];
    const { taskId, goOn, done } = await hanging(one, began);
    await stands(taskId);
    await Promise.all([two.sweeper.sweep(), three.sweeper.sweep()]);
    expect([...two.did, ...three.did]).toEqual(['shared']);
    expect([...two.announced, ...three.announced]).toEqual([taskId]);
    const task = await store.findOfAnyTenant(taskId);
    expect(task).toMatchObject({ status: 'failed', failure: { code: 'TASK_TIMEOUT', stage: 'hang' } });
    expect(task?.currentStep).toMatch(/timed out/i);
    expect(task?.logText).toContain('Another node took over the task');

    expect(await (await two.runner.start(operation())).done).toMatchObject({ status: 'succeeded' });
    goOn();
    expect(await done).toMatchObject({ status: 'failed', failure: { code: 'TASK_TIMEOUT' } });
    expect(one.did).toEqual(['own disk']);
    expect(await store.open()).toEqual([]);
  });

  it('a committed task is completed', async () => {
    const [one, two] = [nodeNamed('1'), nodeNamed('2')];
    const { taskId, goOn, done } = await hanging(one, began, committed);
    await stands(taskId);
    await two.sweeper.sweep();
    expect(two.did).toEqual(['shared completed']);
    expect(await store.findOfAnyTenant(taskId)).toMatchObject({ status: 'succeeded', progress: 100 });
    goOn();
    expect(await done).toMatchObject({ status: 'succeeded' });
    expect(one.did).toEqual(['own disk completed']);
    expect(await store.open()).toEqual([]);
  });

  it('a task is left to its node when that one continues in time', async () => {
    const [one, two] = [nodeNamed('1'), nodeNamed('2')];
    const { taskId, goOn, done } = await hanging(one, began);
    await stands(taskId);
    const [seen] = await store.open();
    goOn();
    await done;
    if (!seen) throw new Error('The task is open.');
    await two.runner.takeOver(seen, { stage: 'hang', code: 'TASK_TIMEOUT', message: 'Late.', fix: null });
    expect([one.did, two.did]).toEqual([['all'], []]);
  });

  it('a task of two failed nodes is ended by a third, and nothing else starts before', async () => {
    const [one, two, three] = [nodeNamed('1'), nodeNamed('2'), nodeNamed('3')];
    const { taskId, goOn, done } = await hanging(one, began);
    await stands(taskId);
    const { gate, swept } = await takingOver(two, taskId);
    await three.sweeper.sweep();
    await expect(three.runner.start(operation())).rejects.toMatchObject({ code: 'TASK_RUNNING' });
    goOn();
    await done;
    expect(one.did).toEqual([]);
    await stands(taskId);
    await three.sweeper.sweep();
    expect(three.did).toEqual(['shared']);
    expect(await store.findOfAnyTenant(taskId)).toMatchObject({ failure: { stage: 'hang' } });
    await one.sweeper.sweep();
    expect(one.did).toEqual(['own disk']);
    gate.reject(new Error('it died'));
    await swept;
    expect(await store.open()).toEqual([]);
  });

  it('of two nodes that start a task at once without a common lock, at most one runs it', async () => {
    const [one, two] = [nodeNamed('1'), nodeNamed('2')];
    const [first, second] = [await store.open(), await store.open()];
    const original = store.open.bind(store);
    const answers = [first, second];
    store.open = async (appCode) => answers.shift() ?? original(appCode);
    const gate = Promise.withResolvers<void>();
    const wait: OperationStep<Notes> = { name: 'wait', run: () => gate.promise };
    const begun = await Promise.allSettled([
      one.runner.start(operation(wait)),
      two.runner.start(operation(wait)),
    ]);
    store.open = original;
    const started = begun.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    expect(started.length).toBeLessThan(2);
    const running = (await store.open('demo')).map((task) => task.taskId);
    expect(running).toEqual(started.map(({ taskId }) => taskId));
    gate.resolve();
    await Promise.all(started.map(({ done }) => done));
  });
});
