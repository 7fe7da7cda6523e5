import { describe, expect, it, vi } from 'vitest';
import { ok } from '../testing/market-host.ts';
import { demoScripts, marketSuite } from '../testing/market-suite.ts';
import { broken } from '../testing/test-packages.ts';

describe('the notice of a failed operation', () => {
  const suite = marketSuite();
  const call = (method: string, path: string, body?: unknown) => suite.host.call(method, path, body);
  const installed = async () => ((await call('GET', '/app/install/list')).rows ?? [])[0];
  const offered = async () => ok(await call('GET', '/app/market/demo'));

  /** 1.0.0 runs, 1.1.0 is published and has failed. @returns what leads to both */
  async function brokenUpgrade() {
    await suite.host.publish(await suite.workshop.build({ migrations: demoScripts }));
    ok(await call('POST', '/app/install', { appCode: 'demo' }));
    const second = { version: '1.1.0', backend: broken, migrations: demoScripts };
    const { versionId, appId } = await suite.host.publish(await suite.workshop.build(second));
    const failed = await call('POST', `/app/install/${await suite.installId()}/upgrade`);
    const { taskId } = failed.details as { taskId: number };
    return { versionId, appId, taskId, installId: await suite.installId() };
  }

  it('findings: interface 3: names operation, version, time and task until an administrator acknowledges it', async () => {
    const { installId, taskId } = await brokenUpgrade();
    const operation = { kind: 'upgrade', version: '1.1.0', taskId };
    const { failure } = (await installed()) as { failure: { operation: { at: string } } };
    expect(failure).toMatchObject({ stage: 'switch', operation });
    expect(Date.now() - Date.parse(failure.operation.at)).toBeLessThan(60_000);

    ok(await call('DELETE', `/app/install/${installId}/failure`));
    expect(await installed()).toMatchObject({ status: 1, failure: null, failed: { version: '1.1.0' } });
    await suite.restart();
    expect(await installed()).toMatchObject({ status: 1, failure: null });
    expect((await call('DELETE', `/app/install/${installId}/failure`)).status).toBe(200);
    await call('POST', `/app/install/${installId}/upgrade`);
    expect(await installed()).toMatchObject({ failure: { operation: { version: '1.1.0' } } });
  });

  it('findings: interface 3: disappears when the broken version is unlisted, and returns when it is restored', async () => {
    const { versionId } = await brokenUpgrade();
    ok(await call('POST', `/app/version/${versionId}/unlist`));
    expect(await installed()).toMatchObject({ status: 1, failure: null });
    ok(await call('POST', `/app/version/${versionId}/restore`));
    expect(await installed()).toMatchObject({ failure: { operation: { version: '1.1.0' } } });
  });

  it.each([
    ['disabling', (id: number) => [`/app/install/${id}/disable`]],
    ['disabling and enabling', (id: number) => [`/app/install/${id}/disable`, `/app/install/${id}/enable`]],
  ])(
    'findings: interface 3: disappears after %s, but the market still shows the failure',
    async (_, paths) => {
      const { installId, taskId } = await brokenUpgrade();
      for (const path of paths(installId)) ok(await call('POST', path));
      expect(await installed()).toMatchObject({ failure: null });
      expect(await offered()).toMatchObject({ failed: { version: '1.1.0', taskId } });
    },
  );

  it('findings: interface 4: the market marks the failed version until it or a later one runs', async () => {
    const { installId, taskId } = await brokenUpgrade();
    const failed = {
      kind: 'upgrade',
      version: '1.1.0',
      taskId,
    };
    expect(await offered()).toMatchObject({ state: 'upgradable', latestVersion: '1.1.0', failed });
    expect((await call('GET', '/app/market/list')).rows).toMatchObject([{ failed: { version: '1.1.0' } }]);
    ok(await call('DELETE', `/app/install/${installId}/failure`));
    expect(await offered()).toMatchObject({ failed });
    await suite.host.publish(await suite.workshop.build({ version: '1.2.0', migrations: demoScripts }));
    expect((await call('GET', '/app/market/list')).rows?.[0]).not.toHaveProperty('failed');
    expect(await offered()).toMatchObject({ failed: { version: '1.1.0' } });
    ok(await call('POST', `/app/install/${installId}/upgrade`));
    expect(await offered()).not.toHaveProperty('failed');
    expect(await installed()).toMatchObject({ version: '1.2.0', failure: null });
  });

  it('findings: interface 4: a failed deploy counts as a failure of the application, and a successful one clears it', async () => {
    const { versionId } = await brokenUpgrade();
    ok(await call('DELETE', `/app/install/${await suite.installId()}/failure`));
    await call('POST', `/app/version/${versionId}/deploy`);
    expect(await installed()).toMatchObject({
      version: '1.0.0',
      status: 1,
      failure: { operation: { kind: 'deploy', version: '1.1.0' } },
    });
    const next = await suite.host.publish(
      await suite.workshop.build({ version: '1.2.0', migrations: demoScripts }),
    );
    ok(await call('POST', `/app/version/${next.versionId}/deploy`));
    expect(await installed()).toMatchObject({ version: '1.0.0', failure: null });
    expect(await offered()).not.toHaveProperty('failed');
  });

  it('findings: interface 4: notifies users who may upgrade the application, with a link to the task', async () => {
    const { taskId } = await brokenUpgrade();
    const rows = async () => (await call('GET', '/system/message/list')).rows ?? [];
    await vi.waitFor(async () => expect(await rows()).toHaveLength(1));
    expect(await rows()).toMatchObject([
      {
        level: 'error',
        title: 'Upgrade of demo to 1.1.0 failed',
        link: `/apps/tasks/${taskId}`,
      },
    ]);
    expect((await rows())[0]?.['content']).toContain('broken at load');
  });

  it('keeps the state of a failed first installation', async () => {
    await suite.host.publish(await suite.workshop.build({ backend: broken, migrations: demoScripts }));
    await call('POST', '/app/install', { appCode: 'demo' });
    expect(await installed()).toMatchObject({ status: 9, failure: { operation: { kind: 'install' } } });
    const refused = await call('DELETE', `/app/install/${await suite.installId()}/failure`);
    expect(refused).toMatchObject({ status: 409, error: 'INSTALL_INCOMPLETE' });
    expect(await installed()).toMatchObject({ status: 9, failure: { stage: 'switch' } });
  });
});
