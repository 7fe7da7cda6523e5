import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MarketHost, ok } from '../testing/market-host.ts';
import { demoScripts, marketSuite } from '../testing/market-suite.ts';
import { controller } from '../testing/test-packages.ts';

const START = Symbol.for('test.recovery.start');

/**
 * A backend whose start waits for the test, so that the host can be looked at in the middle of a
 * switch.
 */
const slow = {
  ...controller('demo', 'slow'),
  'service/slow.service.ts': `
    import { Service } from '@platform/plugin-sdk/core';
    @Service() export class SlowService { async init() { await Reflect.get(globalThis, Symbol.for('test.recovery.start')); } }`,
};

describe('a host that was killed during a task', () => {
  let letStart: () => void;
  beforeEach(() => {
    const { promise, resolve } = Promise.withResolvers<void>();
    Reflect.set(globalThis, START, promise);
    letStart = resolve;
  });
  const suite = marketSuite();
  // Before the suite stops its host, which waits for running work.
  afterEach(() => letStart());
  afterAll(() => void Reflect.deleteProperty(globalThis, START));

  /** A copy of everything that was on disk at this moment, as a killed process would leave it. */
  const snapshot = async (): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), 'platform-market-'));
    await cp(suite.host.directory, folder, { recursive: true });
    return folder;
  };

  const untilStep = async (taskId: number, step: string): Promise<void> => {
    for (;;) {
      const task = ok(await suite.host.call('GET', `/app/task/${taskId}`));
      if (task['currentStep'] === step) return;
      await wait(10);
    }
  };

  it('rolls an upgrade back at the next start: the earlier version runs, and the task reports why', async () => {
    await suite.host.publish(await suite.workshop.build({ migrations: demoScripts }));
    ok(await suite.host.call('POST', '/app/install', { appCode: 'demo' }));
    const disk = await suite.disk();
    await suite.host.publish(
      await suite.workshop.build({ version: '1.1.0', backend: slow, migrations: demoScripts }),
    );
    const { taskId } = ok(
      await suite.host.call('POST', `/app/install/${await suite.installId()}/upgrade?async=true`),
    ) as unknown as { taskId: number };
    await untilStep(taskId, 'switch');
    expect(await suite.greeting()).toBe('hello 1.0.0');
    const folder = await snapshot();
    letStart();
    await suite.host.stop();

    const killed = suite.host.directory;
    suite.host = await MarketHost.start([], folder);
    expect(folder).not.toBe(killed);
    expect(await suite.greeting()).toBe('hello 1.0.0');
    expect(await suite.disk()).toEqual(disk);
    const task = ok(await suite.host.call('GET', `/app/task/${taskId}`));
    expect(task).toMatchObject({ status: 'failed', failure: { stage: 'switch', code: 'TASK_OWNER_GONE' } });
    expect(task['logText']).toContain('Rolled the staged files back');
    expect((await suite.host.call('GET', '/app/install/list')).rows).toMatchObject([
      { version: '1.0.0', status: 1, failure: { code: 'TASK_OWNER_GONE' } },
    ]);
    ok(await suite.host.call('POST', `/app/install/${await suite.installId()}/upgrade`));
    expect(await suite.greeting()).toBe('slow');
  });

  it('rolls a first installation back', async () => {
    await suite.host.publish(await suite.workshop.build({ backend: slow, migrations: demoScripts }));
    const disk = await suite.disk();
    const { taskId } = ok(
      await suite.host.call('POST', '/app/install?async=true', { appCode: 'demo' }),
    ) as unknown as { taskId: number };
    await untilStep(taskId, 'switch');
    const folder = await snapshot();
    letStart();
    await suite.host.stop();
    suite.host = await MarketHost.start([], folder);
    expect(await suite.jars()).toEqual([]);
    expect((await suite.disk()).filter((name) => !name.includes('migrations'))).toEqual(
      expect.arrayContaining(disk.filter((name) => !name.includes('migrations'))),
    );
    expect((await suite.host.call('GET', '/app/install/list')).rows).toMatchObject([{ status: 9 }]);
    ok(await suite.host.call('POST', '/app/install', { appCode: 'demo' }));
    expect(await suite.greeting()).toBe('slow');
  });

  it('rolls a running task back itself on an orderly stop', async () => {
    await suite.host.publish(await suite.workshop.build({ backend: slow, migrations: demoScripts }));
    const { taskId } = ok(
      await suite.host.call('POST', '/app/install?async=true', { appCode: 'demo' }),
    ) as unknown as { taskId: number };
    await untilStep(taskId, 'switch');
    const restarted = suite.restart();
    // It stops while the backend starts.
    await wait(500);
    letStart();
    await restarted;
    expect(await taskOf(taskId)).toMatchObject({ status: 'failed', failure: { code: 'TASK_HOST_STOPPED' } });
  });

  it('spec: States/timeout sweeper', async () => {
    await suite.restart(['--app-market.task.sweep-interval-ms=20']);
    const rows = (status: string) =>
      suite.host.rows((query) =>
        query
          .insertInto('app_task')
          .values({
            task_id: 7,
            tenant_id: '000000',
            app_code: 'demo',
            kind: 'install',
            status: status as 'running',
            current_step: 'download',
            log_text: 'what was logged',
            owner_node: '9/elsewhere',
            update_time: '2020-01-01T00:00:00.000Z',
          })
          .execute(),
      );
    await rows('running');
    await expect.poll(async () => (await taskOf(7))['status']).toBe('failed');
    const task = await taskOf(7);
    expect(task).toMatchObject({ failure: { code: 'TASK_TIMEOUT' } });
    expect(task['currentStep']).toMatch(/timed out/i);
    expect(task['logText']).toContain('what was logged');
  });

  /** An upgrade that stands in the middle of its switch, and has not moved for long. */
  const standing = async (): Promise<number> => {
    await suite.restart(['--app-market.task.sweep-interval-ms=20']);
    await suite.host.publish(await suite.workshop.build({ migrations: demoScripts }));
    ok(await suite.host.call('POST', '/app/install', { appCode: 'demo' }));
    await suite.host.publish(
      await suite.workshop.build({ version: '1.1.0', backend: slow, migrations: demoScripts }),
    );
    const upgrade = `/app/install/${await suite.installId()}/upgrade?async=true`;
    const { taskId } = ok(await suite.host.call('POST', upgrade)) as unknown as { taskId: number };
    await untilStep(taskId, 'switch');
    await suite.host.rows((query) =>
      query
        .updateTable('app_task')
        .set({ update_time: '2020-01-01T00:00:00.000Z' })
        .where('task_id', '=', taskId)
        .execute(),
    );
    await expect.poll(async () => (await taskOf(taskId))['status']).toBe('failed');
    return taskId;
  };
  const taskOf = async (taskId: number) => ok(await suite.host.call('GET', `/app/task/${taskId}`));

  it('spec: Limits/app-market.task.timeout-minutes, fails a hanging step at once and rolls it back when it ends', async () => {
    const taskId = await standing();
    const task = await taskOf(taskId);
    expect(task).toMatchObject({ failure: { stage: 'switch', code: 'TASK_TIMEOUT' } });
    expect(task['currentStep']).toMatch(/timed out/i);
    expect(task['logText']).toContain('Upgrading demo to 1.1.0');
    const upgrade = async () => suite.host.call('POST', `/app/install/${await suite.installId()}/upgrade`);
    expect(await upgrade()).toMatchObject({ status: 409, error: 'TASK_RUNNING' });
    letStart();
    await expect.poll(async () => (await taskOf(taskId))['logText']).toContain('1.0.0 keeps serving');
    expect(await suite.greeting()).toBe('hello 1.0.0');
    await expect.poll(async () => (await upgrade()).status).toBe(200);
    expect(await suite.greeting()).toBe('slow');
  });

  it('rolls back a timed-out task when the host was killed before it ended', async () => {
    const taskId = await standing();
    const folder = await snapshot();
    letStart();
    await suite.host.stop();
    suite.host = await MarketHost.start([], folder);
    expect(await suite.greeting()).toBe('hello 1.0.0');
    expect((await suite.disk()).filter((path) => path.includes('.staging'))).toEqual([]);
    expect((await suite.host.call('GET', '/app/install/list')).rows).toMatchObject([
      { version: '1.0.0', status: 1 },
    ]);
    expect(await taskOf(taskId)).toMatchObject({ status: 'failed', failure: { code: 'TASK_TIMEOUT' } });
    ok(await suite.host.call('POST', `/app/install/${await suite.installId()}/upgrade`));
  });
});
