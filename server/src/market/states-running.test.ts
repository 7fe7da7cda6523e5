import { describe, expect, it } from 'vitest';
import { PLUGIN_RUNTIME } from '../plugin-runtime/index.ts';
import { STORED_OBJECTS } from '../system/index.ts';
import { INSTALL } from './records/install-store.ts';
import { hold } from './testing/hold.ts';
import { ok, type Answer } from './testing/market-host.ts';
import { marketSuite } from './testing/market-suite.ts';

describe('a running operation', () => {
  const suite = marketSuite();
  const call = (method: string, path: string, body?: unknown) => suite.host.call(method, path, body);
  const row = async () => (await call('GET', '/app/install/list')).rows?.[0];

  const ACTIONS = [
    'install',
    'upgrade',
    'rollback',
    'enable',
    'disable',
    'uninstall',
    'deploy',
    'delete listing',
  ] as const;

  it('spec: States, refuses each other action in each state on the way and on the running task, and ends in the right state', async () => {
    const { appId } = await suite.host.publish(await suite.workshop.build({ version: '1.0.0' }));
    const { versionId } = await suite.host.publish(await suite.workshop.build({ version: '1.1.0' }));
    const objects = suite.host.host.services.use(STORED_OBJECTS);
    const runtime = suite.host.host.services.use(PLUGIN_RUNTIME);
    const id = async () => Number((await row())?.['installId'] ?? 1);
    const act = async (action: string): Promise<Answer> => {
      if (action === 'install') return call('POST', '/app/install', { appCode: 'demo' });
      if (action === 'uninstall') return call('DELETE', `/app/install/${await id()}`);
      if (action === 'deploy') return call('POST', `/app/version/${versionId}/deploy`);
      if (action === 'delete listing') return call('DELETE', `/app/console/${appId}`);
      return call('POST', `/app/install/${await id()}/${action}`);
    };
    const ways = [
      [
        'installing',
        () => hold(objects, 'download'),
        () => call('POST', '/app/install?async=true', { appCode: 'demo', version: '1.0.0' }),
      ],
      [
        'upgrading',
        () => hold(objects, 'download'),
        async () => call('POST', `/app/install/${await id()}/upgrade?async=true`),
      ],
      [
        'uninstalling',
        () => hold(runtime, 'unload'),
        async () => call('DELETE', `/app/install/${await id()}?async=true`),
      ],
    ] as const;
    for (const [state, gate, begin] of ways) {
      const { reached, release } = gate();
      // The former task has succeeded, and may still be clearing up.
      let begun = await begin();
      while (begun.error === 'TASK_RUNNING') begun = await begin();
      const { taskId } = ok(begun);
      await reached;
      const before = await row();
      expect(before?.['status']).toBe(INSTALL[state]);
      for (const action of ACTIONS) {
        const answer = await act(action);
        expect([state, action, answer.status, answer.error]).toEqual([state, action, 409, 'TASK_RUNNING']);
        expect([state, action, answer.fix]).toEqual([state, action, expect.any(String)]);
        expect(answer.details).toMatchObject({ appCode: 'demo', taskId });
        expect([state, action, await row()]).toEqual([state, action, before]);
      }
      const task = async () => ok(await call('GET', `/app/task/${String(taskId)}`));
      expect(await task()).toMatchObject({ status: 'running', failure: null });
      release();
      await expect.poll(async () => (await task())['status']).toBe('succeeded');
    }
    expect(await row()).toBeUndefined();
    const tasks = (await call('GET', '/app/task/list')).rows ?? [];
    expect(tasks.map((task) => [task['kind'], task['status']])).toEqual([
      ['uninstall', 'succeeded'],
      ['upgrade', 'succeeded'],
      ['install', 'succeeded'],
    ]);
  });

  it('keeps a listing during a deploy of an application that nobody has installed', async () => {
    const { appId, versionId } = await suite.host.publish(await suite.workshop.build());
    const { reached, release } = hold(suite.host.host.services.use(STORED_OBJECTS), 'download');
    const { taskId } = ok(await call('POST', `/app/version/${versionId}/deploy?async=true`));
    await reached;
    const remove = () => call('DELETE', `/app/console/${appId}`);
    expect(await remove()).toMatchObject({ status: 409, error: 'TASK_RUNNING', details: { taskId } });
    release();
    const task = async () => ok(await call('GET', `/app/task/${String(taskId)}`))['status'];
    await expect.poll(task).toBe('succeeded');
    await expect.poll(async () => (await remove()).status).toBe(200);
    expect((await call('GET', '/app/console/list')).total).toBe(0);
  });
});
