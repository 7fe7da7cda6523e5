import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SqlDatabase } from '../../data/index.ts';
import { SnowflakeIds } from '../../data/ids/snowflake-ids.ts';
import { openHostDatabase } from '../../data/testing/open.ts';
import { loneBus } from '../../infra/testing/lone-bus.ts';
import { silentLogger, systemClock } from '../../kernel/index.ts';
import { operationTimes } from './operation-times.ts';
import type { Takeover } from './takeover.ts';
import { TaskFeed } from './task-feed.ts';
import { TaskRunner, type Operation } from './task-runner.ts';
import { TaskSettlement } from './task-settlement.ts';
import { TaskStore, type OpenTask } from './task-store.ts';

const operation = (work: () => Promise<void>): Operation<Takeover> => ({
  ...{ kind: 'install', appCode: 'demo', tenantId: '000000', actor: null, version: '1.0.0' },
  steps: [{ name: 'work', run: work }],
  report: () => ({ fine: true }),
  cleanUp: async () => undefined,
});

describe('beside the operations of a host', () => {
  let database: SqlDatabase;
  let runner: TaskRunner<Takeover>;
  let asked: string[];
  let locked: string[];
  let store: TaskStore;

  beforeEach(async () => {
    database = await openHostDatabase({ type: 'sqlite', file: ':memory:' });
    asked = [];
    locked = [];
    store = new TaskStore(database, new SnowflakeIds(systemClock, 1));
    const parts = {
      store,
      clock: systemClock,
      logger: silentLogger,
      ownerNode: '0/test',
      living: async (processes: readonly string[]) => new Set(processes),
      journals: {
        rollBack: async () => undefined,
        complete: async () => false,
        isCommitted: () => false,
        settleShared: async () => undefined,
        settleDisk: async () => undefined,
        hasLocalWork: () => false,
      },
      times: operationTimes(),
      onFailed: () => undefined,
    };
    runner = new TaskRunner<Takeover>({
      ...parts,
      settlement: new TaskSettlement<Takeover>(parts),
      feed: new TaskFeed(loneBus()),
      exclusively: (appCode, work) => {
        locked.push(appCode);
        return work();
      },
      hosts: async (appCode, task) => {
        asked.push(appCode);
        task.log('both follow');
        return { hosts: ['one', 'two'] };
      },
    });
  });
  afterEach(() => database.close());

  it('other work is left out while one runs on the application', async () => {
    const gate = Promise.withResolvers<void>();
    const { done } = await runner.start(operation(() => gate.promise));
    const worked: string[] = [];
    expect(await runner.whileIdle('demo', async () => void worked.push('demo'))).toBe(false);
    expect(await runner.whileIdle('other', async () => void worked.push('other'))).toBe(true);
    gate.resolve();
    await done;
    expect(await runner.whileIdle('demo', async () => void worked.push('demo'))).toBe(true);
    expect(worked).toEqual(['other', 'demo']);
  });

  it('other work is one at a time for each application', async () => {
    const gate = Promise.withResolvers<void>();
    const first = runner.whileIdle('demo', () => gate.promise);
    const worked: string[] = [];
    expect(await runner.whileIdle('demo', async () => void worked.push('demo'))).toBe(false);
    expect(await runner.whileIdle('other', async () => void worked.push('other'))).toBe(true);
    gate.resolve();
    expect(await first).toBe(true);
    expect(await runner.whileIdle('demo', async () => void worked.push('demo'))).toBe(true);
    expect(worked).toEqual(['other', 'demo']);
  });

  it('an operation waits for other work, even if that fails', async () => {
    const gate = Promise.withResolvers<void>();
    const worked: string[] = [];
    const other = runner.whileIdle('demo', async () => {
      await gate.promise;
      worked.push('other');
      throw new Error('It failed.');
    });
    const next = runner.start(operation(async () => void worked.push('operation')));
    expect(await runner.whileIdle('demo', async () => void worked.push('between'))).toBe(false);
    await turn();
    expect(locked).toEqual([]);
    gate.resolve();
    await expect(other).rejects.toThrow('It failed.');
    expect(await (await next).done).toMatchObject({ status: 'succeeded' });
    expect(worked).toEqual(['other', 'operation']);
  });

  it('the settlement of an abandoned task waits for other work', async () => {
    const gate = Promise.withResolvers<void>();
    const renew = vi.spyOn(store, 'renew');
    const other = runner.whileIdle('demo', () => gate.promise);
    const task = { taskId: 1, appCode: 'demo', ownerNode: '0/test', journal: null, logText: '', steps: [] };
    const failure = { stage: 'work', code: 'X', message: 'It broke.', fix: null };
    const settled = runner.settle(task as unknown as OpenTask, failure, { live: true });
    await turn();
    expect(renew).not.toHaveBeenCalled();
    gate.resolve();
    await Promise.all([other, settled]);
    expect(renew).toHaveBeenCalledOnce();
  });

  it('what the hosts say is in the report and the log of one that succeeded, and asked of no other', async () => {
    const { taskId, done } = await runner.start(operation(async () => undefined));
    expect(await done).toMatchObject({ report: { fine: true, hosts: ['one', 'two'] } });
    const { rows } = await database.raw<{ log_text: string }>('select log_text from app_task');
    expect(rows[0]?.log_text).toContain('both follow');
    expect(taskId).toBeGreaterThan(0);
    const failing = await runner.start(operation(() => Promise.reject(new Error('no'))));
    expect(await failing.done).toMatchObject({ status: 'failed' });
    expect(asked).toEqual(['demo']);
  });
});
