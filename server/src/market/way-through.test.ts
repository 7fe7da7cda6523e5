import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeHostDatabases } from '../data/testing/databases.ts';
import { MarketHost, ok } from './testing/market-host.ts';
import { demoScripts, MarketSuite } from './testing/market-suite.ts';
import { PackageWorkshop } from './testing/test-packages.ts';

const STEPS = 'resolve download verify stage migrate menus switch finish'.split(' ');

await describeHostDatabases('an application from upload to removal', ['postgres'], ({ args }) => {
  const suite = new MarketSuite();
  beforeAll(async () => {
    suite.workshop = await PackageWorkshop.open();
  });
  afterAll(() => suite.workshop.close());
  beforeEach(async () => {
    suite.host = await MarketHost.start(args);
  });
  afterEach(() => suite.host.close());

  it('spec: Lifecycle listing sequence; States/save a version; States/publish a version; States/list an application; States/install or upgrade; Endpoints/POST /app/version; Endpoints/POST /app/version/{versionId}/publish; Endpoints/POST /app/console/{appId}/status; Endpoints/POST /app/install; Placement targets', async () => {
    const { host, workshop } = suite;
    const { versionId, appId } = await host.save(await workshop.build({ migrations: demoScripts }));
    expect(ok(await host.call('GET', `/app/version/${versionId}`))).toMatchObject({
      status: 0,
      releaseTime: null,
    });
    ok(await host.call('POST', `/app/version/${versionId}/publish`));
    const published = ok(await host.call('GET', `/app/version/${versionId}`));
    expect(published).toMatchObject({ status: 1, signatureState: 'signed' });
    expect(published['releaseTime']).toMatch(/^\d{4}-.*Z$/);
    expect(ok(await host.call('GET', `/app/console/${appId}`))).toMatchObject({
      status: 0,
      latestVersion: '1.0.0',
    });
    ok(await host.call('POST', `/app/console/${appId}/status?status=1`));
    expect(await suite.jars()).toEqual([]);
    expect((await host.call('GET', '/app/market/list')).rows).toMatchObject([
      { appCode: 'demo', state: 'notInstalled', latestVersion: '1.0.0' },
    ]);

    const report = ok(await host.call('POST', '/app/install', { appCode: 'demo' }));
    expect(report).toMatchObject({
      hotLoaded: true,
      hotLoadNote: 'application loaded with 1 components and 1 routes',
      restartRequired: false,
      activeJar: 'platform-demo-plugin-1.0.0.jar',
      migrationCount: 2,
      releasedCount: 3,
      staleJars: [],
    });
    expect(await suite.greeting()).toBe('hello 1.0.0');
    expect(await suite.activePlugins()).toContain('demo=platform-demo-plugin-1.0.0.jar');
    expect(await readdir(suite.pluginDir('migrations', 'demo'))).toEqual(Object.keys(demoScripts));
    // Beside the specification's: the same files below their version. (design 16-15)
    expect((await readdir(suite.frontendDir())).sort()).toEqual(['assets', 'index.js', 'remote.json', '~v']);
    expect(await readdir(join(host.directory, 'temp'))).toEqual([]);
    expect(ok(await host.call('GET', '/app/runtime/remote-apps'))).toEqual([
      { code: 'demo', name: 'App demo', version: '1.0.0', entry: '/remote-apps/demo/index.js?v=1.0.0' },
    ]);
    expect(ok(await host.call('GET', '/app/runtime/enabled-apps'))).toEqual(['demo']);
    const task = ok(await host.call('GET', `/app/task/${String(report['taskId'])}`));
    expect(task).toMatchObject({ status: 'succeeded', progress: 100, kind: 'install', version: '1.0.0' });
    expect((task['steps'] as Array<{ name: string }>).map((step) => step.name)).toEqual(STEPS);
    const mapping = await host.rows((query) => query.selectFrom('app_version_menu').selectAll().execute());
    expect(mapping.map((row) => row.menu_key).sort()).toEqual(['demo:item', 'demo:root']);

    await host.publish(await workshop.build({ version: '1.1.0', migrations: demoScripts }));
    const installId = await suite.installId();
    ok(await host.call('POST', `/app/install/${installId}/upgrade`));
    expect(await suite.greeting()).toBe('hello 1.1.0');
    expect((await host.call('GET', '/app/install/list')).rows).toMatchObject([
      { version: '1.1.0', previousVersion: '1.0.0', status: 1, backend: 'loaded' },
    ]);
    ok(await host.call('POST', `/app/install/${installId}/disable`));
    ok(await host.call('POST', `/app/install/${installId}/enable`));
    expect((await host.database.raw('select * from demo_item')).rows).toHaveLength(1);
    ok(await host.call('DELETE', `/app/install/${installId}?dropData=true&confirm=demo`));
    await expect(host.database.raw('select * from demo_item')).rejects.toThrow();
    expect((await host.call('GET', '/app/task/list')).rows?.map((row) => row['kind'])).toEqual(
      'uninstall enable disable upgrade install'.split(' '),
    );
  });
});
