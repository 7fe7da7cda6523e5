import { describe, expect, it } from 'vitest';
import { ok } from '../testing/market-host.ts';
import { marketSuite } from '../testing/market-suite.ts';
import { broken } from '../testing/test-packages.ts';

const backend = {
  'c.ts': `
import { Component, EventListener, UserRegisteredEvent } from '@platform/plugin-sdk/core';
import { ExecuteResult, JobExecutor, Scheduled } from '@platform/plugin-sdk/job';
import { Controller, Get } from '@platform/plugin-sdk/web';
@Controller('/demo') export class C { @Get('/fail') fail() { throw new Error('of tenant a'); } }
@Component() export class Tasks {
  @Scheduled({ every: '1h' }) hourly() {}
  @EventListener(UserRegisteredEvent) hear() {}
}
@JobExecutor({ name: 'demoJob' }) export class Job { async jobExecute() { return ExecuteResult.success(); } }`,
};

describe('an installed backend, as the operator sees it', () => {
  const suite = marketSuite();
  const state = async () => ok(await suite.host.call('GET', '/app/runtime/applications/demo'));

  it('reports its registrations and its health', async () => {
    await suite.host.publish(await suite.workshop.build({ backend }));
    ok(await suite.host.call('POST', '/app/install', { appCode: 'demo' }));
    await suite.host.call('GET', '/demo/fail');
    expect(await state()).toMatchObject({
      state: 'loaded',
      version: '1.0.0',
      routes: [{ method: 'GET', url: '/demo/fail', auth: 'login' }],
      schedules: [{ name: 'cn.platform.demo.Tasks.hourly', when: 'every 1h', runs: 0 }],
      listeners: [{ event: 'UserRegisteredEvent', handler: 'cn.platform.demo.Tasks.hear' }],
      jobs: [{ name: 'demoJob', handler: 'cn.platform.demo.Job' }],
      health: {
        faults: { handler: 1 },
        recent: [
          {
            kind: 'handler',
            message: 'of tenant a',
            place: expect.stringContaining('src/c.ts:5:') as string,
          },
        ],
        open: { timers: 0, handles: [] },
      },
    });
  });

  it('hides applications that the tenant has not installed, and hides messages from other tenants', async () => {
    await suite.host.publish(await suite.workshop.build({ backend }));
    expect(await suite.host.call('GET', '/app/runtime/applications/demo')).toMatchObject({ status: 404 });
    ok(await suite.host.call('POST', '/app/install', { appCode: 'demo' }));
    await suite.host.call('GET', '/demo/fail');
    const body = {
      tenantId: 'acme',
      name: 'acme',
      adminUserName: 'boss',
      adminPassword: 'Other-password-2!',
    };
    ok(await suite.host.call('POST', '/system/tenant', body));
    await suite.host.login('acme', 'boss', 'Other-password-2!');
    ok(await suite.host.call('POST', '/app/install', { appCode: 'demo' }));
    expect(await state()).toMatchObject({ health: { recent: [{ kind: 'handler', message: '' }] } });
  });

  it('design 15.4: shows the migrations that ran, the menus, and when schedules run next', async () => {
    const migrations = { '01-items.sql': 'create table demo_item (id bigint primary key);' };
    await suite.host.publish(await suite.workshop.build({ backend, migrations }));
    ok(await suite.host.call('POST', '/app/install', { appCode: 'demo' }));
    const contents = ok(await suite.host.call('GET', '/app/runtime/applications/demo/contents'));
    expect(contents).toMatchObject({
      migrations: [{ script: expect.stringContaining('01-items.sql') as string, version: '1.0.0' }],
    });
    const menus = (contents as unknown as { menus: Array<{ menuKey: string; parentKey: string | null }> })
      .menus;
    expect(menus.length).toBeGreaterThan(0);
    // Each comes after its parent.
    for (const [at, { parentKey }] of menus.entries()) {
      if (parentKey !== null) expect(menus.slice(0, at).map(({ menuKey }) => menuKey)).toContain(parentKey);
    }
    expect(await state()).toMatchObject({ schedules: [{ intervalMs: 3_600_000 }] });
    expect(await suite.host.call('GET', '/app/runtime/applications/gone/contents')).toMatchObject({
      status: 404,
      error: 'INSTALL_NOT_FOUND',
    });
  });

  it('design 15.4: shows the roles that have its menus, and how versions differ', async () => {
    await suite.host.publish(await suite.workshop.build({ backend }));
    ok(await suite.host.call('POST', '/app/install', { appCode: 'demo' }));
    const address = '/app/runtime/applications/demo';
    const { menus } = ok(await suite.host.call('GET', `${address}/contents`)) as unknown as {
      menus: Array<{ menuKey: string }>;
    };
    const roles = ok(await suite.host.call('GET', `${address}/roles`)) as unknown as Array<{
      roleName: string;
      menuKeys: string[];
    }>;
    expect(roles.length).toBeGreaterThan(0);
    expect(roles[0]?.menuKeys).toEqual(menus.map(({ menuKey }) => menuKey).sort());
    const migrations = { '01-items.sql': 'create table demo_item (id bigint primary key);' };
    await suite.host.publish(await suite.workshop.build({ version: '1.1.0', backend, migrations }));
    const between = (from: string, to: string) =>
      suite.host.call('GET', `${address}/differences?from=${from}&to=${to}`);
    expect(ok(await between('1.0.0', '1.1.0'))).toMatchObject({
      scripts: { added: ['01-items.sql'], removed: [] },
      menus: { added: [], changed: [], removed: [] },
    });
    expect(await between('1.0.0', '9.9.9')).toMatchObject({ status: 404, error: 'VERSION_NOT_FOUND' });
  });

  it('marks degraded backends in the list', async () => {
    await suite.host.publish(
      await suite.workshop.build({
        backend: {
          'c.ts': `
import { Component } from '@platform/plugin-sdk/core';
@Component() export class Late { start() { setTimeout(() => { throw new Error('late'); }, 1); } }`,
        },
      }),
    );
    ok(await suite.host.call('POST', '/app/install', { appCode: 'demo' }));
    const rows = async () => (await suite.host.call('GET', '/app/install/list')).rows;
    await expect.poll(rows).toMatchObject([{ backend: 'degraded' }]);
  });

  it('reports why a load failed, with the place in the source', async () => {
    await suite.host.publish(await suite.workshop.build({ backend: broken }));
    await suite.host.call('POST', '/app/install', { appCode: 'demo' });
    expect(await state()).toMatchObject({
      state: 'failed',
      failure: {
        stage: 'evaluate',
        code: 'PLUGIN_MODULE_FAILED',
        place: expect.stringContaining('src/service/broken.ts:1:') as string,
      },
    });
  });
});
