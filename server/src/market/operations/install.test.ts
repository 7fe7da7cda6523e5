import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ok } from '../testing/market-host.ts';
import { demoScripts, marketSuite } from '../testing/market-suite.ts';
import { broken } from '../testing/test-packages.ts';

describe('installing', () => {
  const suite = marketSuite();

  it('leaves only the record of a failed first installation, which can be repeated', async () => {
    await suite.host.publish(await suite.workshop.build({ backend: broken, migrations: demoScripts }));
    const failed = await suite.host.call('POST', '/app/install', { appCode: 'demo' });
    expect(failed.status).toBeGreaterThanOrEqual(400);
    expect((await suite.host.call('GET', '/app/install/list')).rows).toMatchObject([{ status: 9 }]);
    expect((await suite.host.call('GET', '/app/market/list')).rows).toMatchObject([{ state: 'failed' }]);
    expect((await suite.host.call('GET', '/demo/greet')).status).toBe(404);
    expect(await suite.jars()).toEqual([]);
    const menus = await suite.host.rows((query) =>
      query.selectFrom('sys_menu').select('menu_id').where('app_code', '=', 'demo').execute(),
    );
    expect(menus).toEqual([]);
    // findings: security 18
    expect(await readdir(join(suite.host.directory, 'remote-apps'))).toEqual([]);
    await suite.host.publish(await suite.workshop.build({ version: '1.0.1', migrations: demoScripts }));
    const installed = await suite.host.call('POST', '/app/install', { appCode: 'demo' });
    expect(ok(installed)).toMatchObject({ version: '1.0.1', previousVersion: null });
    expect(await suite.greeting()).toBe('hello 1.0.1');
  });

  it('installs applications with a frontend or a backend alone', async () => {
    await suite.host.publish(await suite.workshop.build({ code: 'front', backend: null }));
    expect(ok(await suite.host.call('POST', '/app/install', { appCode: 'front' }))).toMatchObject({
      hotLoaded: false,
      restartRequired: false,
      activeJar: null,
    });
    await suite.host.publish(await suite.workshop.build({ code: 'back', frontend: null }));
    ok(await suite.host.call('POST', '/app/install', { appCode: 'back' }));
    const remotes = ok(await suite.host.call('GET', '/app/runtime/remote-apps'));
    expect(remotes).toMatchObject([{ code: 'front' }]);
    expect(ok(await suite.host.call('GET', '/app/runtime/enabled-apps'))).toEqual(['back', 'front']);
  });

  it('spec: Errors/list without latest_version, and other refusals', async () => {
    const { versionId, appId } = await suite.host.save(await suite.workshop.build());
    const list = await suite.host.call('POST', `/app/console/${appId}/status?status=1`);
    expect(list).toMatchObject({ status: 409, error: 'APP_WITHOUT_VERSION' });
    expect(await suite.host.call('POST', '/app/install', { appCode: 'demo' })).toMatchObject({
      error: 'APP_NOT_LISTED',
    });
    expect(await suite.host.call('POST', '/app/install', { appCode: 'nope' })).toMatchObject({
      error: 'APP_NOT_FOUND',
    });
    expect(await suite.host.call('POST', `/app/version/${versionId}/deploy`)).toMatchObject({
      error: 'VERSION_NOT_PUBLISHED',
    });
    ok(await suite.host.call('DELETE', `/app/version/${versionId}`));
    expect(await suite.host.call('GET', `/app/version/${versionId}`)).toMatchObject({
      error: 'VERSION_NOT_FOUND',
    });
    ok(await suite.host.call('DELETE', `/app/console/${appId}`));
    await suite.host.publish(
      await suite.workshop.build({ manifest: { dependencies: { member: '^1.0.0' } } }),
    );
    const blocked = await suite.host.call('POST', '/app/install', { appCode: 'demo' });
    expect(blocked).toMatchObject({ status: 409, error: 'DEPENDENCY_MISSING' });
    expect(blocked.msg).toContain('member ^1.0.0');
    expect((await suite.host.call('GET', '/app/market/list')).rows).toMatchObject([
      { state: 'incompatible' },
    ]);
    expect((await suite.host.call('GET', '/app/task/list')).rows).toMatchObject([
      { kind: 'deploy', status: 'failed' },
    ]);
  });

  it('reports restartRequired when the backend was placed but not loaded (spec: Deploy report)', async () => {
    await suite.restart(['--app-market.plugin-runtime.enabled=false']);
    await suite.host.publish(await suite.workshop.build({ migrations: demoScripts }));
    expect(ok(await suite.host.call('POST', '/app/install', { appCode: 'demo' }))).toMatchObject({
      hotLoaded: false,
      restartRequired: true,
    });
    await suite.restart();
    expect(await suite.greeting()).toBe('hello 1.0.0');
  });

  it('keeps running after a restart', async () => {
    await suite.host.publish(await suite.workshop.build({ migrations: demoScripts }));
    ok(await suite.host.call('POST', '/app/install', { appCode: 'demo' }));
    await suite.restart();
    expect(await suite.greeting()).toBe('hello 1.0.0');
    expect(ok(await suite.host.call('GET', '/app/runtime/remote-apps'))).toHaveLength(1);
  });
});
