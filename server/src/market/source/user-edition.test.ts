import { readdir } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FlakyWay } from '../testing/flaky-way.ts';
import { MarketHost, ok } from '../testing/market-host.ts';
import { demoScripts } from '../testing/market-suite.ts';
import { broken, controller, PackageWorkshop, type PackageSpec } from '../testing/test-packages.ts';

const first: PackageSpec = { migrations: demoScripts };
const second: PackageSpec = {
  version: '1.1.0',
  backend: controller('demo', 'hello 1.1.0'),
  migrations: {
    ...demoScripts,
    '03-note.sql': 'create table if not exists demo_note (id bigint primary key);',
  },
};

describe('a user edition and its publisher', () => {
  let workshop: PackageWorkshop;
  let publisher: MarketHost;
  let user: MarketHost;
  let way: FlakyWay;
  let settings: string[];

  beforeAll(async () => void (workshop = await PackageWorkshop.open()));
  afterAll(() => workshop.close());
  beforeEach(async () => {
    publisher = await MarketHost.start(['--app-market.security.mode=warn']);
    const issued = ok(await publisher.call('POST', '/app/console/catalog-token', { name: 'test' }));
    way = await FlakyWay.open(publisher.url);
    settings = [
      '--platform.edition=user',
      `--app-market.catalog.base-url=${way.url}`,
      `--app-market.catalog.token=${String(issued['token'])}`,
      '--app-market.catalog.read-timeout-ms=5000',
    ];
    user = await MarketHost.start(settings);
  });
  afterEach(async () => {
    await user.close();
    await way.close();
    await publisher.close();
  });

  const publish = async (spec: PackageSpec) => publisher.publish(await workshop.build(spec));
  const install = () => user.call('POST', '/app/install', { appCode: 'demo' });
  const plan = (action: string) => user.call('POST', '/app/install/plan', { action, appCode: 'demo' });
  const installed = async () => (await user.call('GET', '/app/install/list')).rows?.[0];
  const upgrade = async () =>
    user.call('POST', `/app/install/${String((await installed())?.['installId'])}/upgrade`);
  const greeting = async () => (await user.call('GET', '/demo/greet')).data;
  const market = async () => (await user.call('GET', '/app/market/list')).rows;

  /** Everything that a failed installation could leave: files, stored packages, versions. */
  const left = async () => {
    const files = await readdir(user.directory, { recursive: true });
    const versions = await user.rows((query) =>
      query.selectFrom('app_version').select(['app_code', 'version']).execute(),
    );
    const stored = await user.rows((query) => query.selectFrom('sys_oss').select('oss_id').execute());
    const contents = await user.rows((query) =>
      query.selectFrom('app_version_content').select('version_id').execute(),
    );
    const kept = files
      .filter((name) => /^(plugins-dist|remote-apps|temp|upload)\/.*[^/]\.\w+$/.test(name))
      .sort();
    return { files: kept, versions, stored, contents };
  };
  const breakPublisher = (change: Record<string, string | number>) =>
    publisher.rows((query) => query.updateTable('app_version').set(change).execute());

  it('lists, plans, installs and upgrades from the catalog, and keeps what it installs', async () => {
    await publish(first);
    expect(ok(await user.call('GET', '/app/market/source'))).toEqual({ catalog: way.url });
    expect(ok(await publisher.call('GET', '/app/market/source'))).toEqual({ catalog: null });
    expect(await market()).toMatchObject([
      { appCode: 'demo', latestVersion: '1.0.0', state: 'notInstalled' },
    ]);
    const nothing = await left();
    expect(ok(await plan('install'))).toMatchObject({
      scripts: Object.keys(demoScripts),
      tables: { created: ['demo_item'] },
      warnings: [],
    });
    expect(await left()).toEqual(nothing);
    expect(ok(await install())).toMatchObject({ version: '1.0.0', hotLoaded: true, migrationCount: 2 });
    expect(await greeting()).toBe('hello 1.0.0');
    await publish(second);
    expect(await market()).toMatchObject([{ state: 'upgradable', installedVersion: '1.0.0' }]);
    expect(await installed()).toMatchObject({ version: '1.0.0', latestVersion: '1.1.0' });
    expect(ok(await plan('upgrade'))).toMatchObject({ scripts: ['03-note.sql'] });
    expect(ok(await upgrade())).toMatchObject({ version: '1.1.0', previousVersion: '1.0.0' });
    expect(await greeting()).toBe('hello 1.1.0');
    const { versions, stored } = await left();
    expect(versions).toHaveLength(2);
    expect(stored).toHaveLength(2);
    const detail = ok(await user.call('GET', '/app/market/demo'));
    expect((detail['versions'] as Array<{ version: string }>).map(({ version }) => version)).toEqual([
      '1.1.0',
      '1.0.0',
    ]);
  });

  it('keeps working without the publisher: installed applications run, roll back and restart', async () => {
    await publish(first);
    ok(await install());
    await publish({ ...second, migrations: demoScripts });
    ok(await upgrade());
    await way.close();
    expect(await user.call('GET', '/app/market/list')).toMatchObject({
      status: 503,
      error: 'CATALOG_UNREACHABLE',
    });
    expect(await plan('upgrade')).toMatchObject({ error: 'CATALOG_UNREACHABLE' });
    expect(await greeting()).toBe('hello 1.1.0');
    const installId = String((await installed())?.['installId']);
    ok(await user.call('POST', `/app/install/${installId}/rollback`));
    expect(await greeting()).toBe('hello 1.0.0');
    ok(await user.call('DELETE', `/app/install/${installId}`));
  });

  it('resumes an interrupted download, twice', async () => {
    await publish(first);
    way.cuts = [500, 300];
    expect(ok(await install())).toMatchObject({ version: '1.0.0' });
    const [{ package_sha256: sha256 } = { package_sha256: '' }] = await publisher.rows((query) =>
      query.selectFrom('app_version').select('package_sha256').execute(),
    );
    expect(way.asked.map((headers) => [headers.range, headers['if-range']])).toEqual([
      [undefined, undefined],
      ['bytes=500-', `"${sha256}"`],
      ['bytes=800-', `"${sha256}"`],
    ]);
    const [task] = (await user.call('GET', '/app/task/list')).rows ?? [];
    const { logText } = ok(await user.call('GET', `/app/task/${String(task?.['taskId'])}`));
    expect(logText).toMatch(/interrupted at 500 of \d+ bytes[\s\S]*interrupted at 800 of/);
  });

  it('leaves nothing of a package when the host stops during the download', async () => {
    await publish(first);
    const nothing = await left();
    way.holds = true;
    ok(await user.call('POST', '/app/install?async=true', { appCode: 'demo' }));
    await expect.poll(() => way.asked.length).toBe(1);
    await user.stop();
    way.holds = false;
    user = await MarketHost.start(settings, user.directory);
    expect(await left()).toEqual(nothing);
    expect(ok(await install())).toMatchObject({ version: '1.0.0' });
  });

  it('explains a package that differs from the catalog, and leaves nothing of it', async () => {
    await publish(first);
    const nothing = await left();
    const [was] = await publisher.rows((query) => query.selectFrom('app_version').selectAll().execute());
    const refuses = async (change: Record<string, string | number>, error: string) => {
      await breakPublisher(change);
      expect(await install()).toMatchObject({ error });
      expect(await left()).toEqual(nothing);
      await breakPublisher({
        package_sha256: was!.package_sha256,
        package_size: was!.package_size,
        manifest_json: was!.manifest_json,
      });
    };
    await refuses({ package_sha256: 'a'.repeat(64) }, 'CATALOG_PACKAGE_MISMATCH');
    await refuses(
      { manifest_json: was!.manifest_json.replace('App demo', 'Other') },
      'CATALOG_PACKAGE_MISMATCH',
    );
    expect(await installed()).toMatchObject({ status: 9, failure: { stage: 'verify' } });
    expect(ok(await install())).toMatchObject({ version: '1.0.0' });
  });

  it('verifies signatures itself, and removes the download when a later step fails', async () => {
    await publish({ signed: false });
    const nothing = await left();
    expect(await plan('install')).toMatchObject({ error: 'PACKAGE_UNSIGNED' });
    expect(await install()).toMatchObject({ error: 'PACKAGE_UNSIGNED' });
    expect(await left()).toEqual(nothing);
    await publish({ version: '1.0.1', backend: broken });
    expect((await install()).status).toBeGreaterThanOrEqual(400);
    expect(await installed()).toMatchObject({ status: 9, failure: { stage: 'switch' } });
    expect(await left()).toEqual(nothing);
  });

  it("reports a rejected token without ending the user's session", async () => {
    await publish(first);
    await publisher.rows((query) =>
      query.updateTable('app_catalog_token').set({ revoked_time: new Date().toISOString() }).execute(),
    );
    expect(await user.call('GET', '/app/market/list')).toMatchObject({
      status: 502,
      error: 'CATALOG_TOKEN_INVALID',
      msg: 'catalog interface token check failed: the token was revoked.',
    });
    expect(await install()).toMatchObject({ error: 'CATALOG_TOKEN_INVALID' });
  });

  it('shows an application that left the catalog only where it is installed', async () => {
    const { appId } = await publish(first);
    ok(await install());
    ok(await publisher.call('POST', `/app/console/${appId}/status?status=0`));
    expect(await market()).toEqual([]);
    expect(ok(await user.call('GET', '/app/market/demo'))).toMatchObject({ state: 'installed' });
    ok(await user.call('DELETE', `/app/install/${String((await installed())?.['installId'])}`));
    expect(await user.call('GET', '/app/market/demo')).toMatchObject({ error: 'APP_NOT_FOUND' });
    expect(await install()).toMatchObject({ error: 'APP_NOT_LISTED' });
  });

  it('has no console, and reports a missing catalog address', async () => {
    const alone = await MarketHost.start(['--platform.edition=user']);
    expect(await alone.call('GET', '/app/market/list')).toMatchObject({
      status: 503,
      error: 'CATALOG_NOT_CONFIGURED',
    });
    expect(await alone.call('GET', '/app/console/list')).toMatchObject({ status: 403 });
    expect(await alone.call('GET', '/app/catalog/apps')).toMatchObject({ status: 404 });
    await alone.close();
    await expect(
      MarketHost.start(['--platform.edition=user', '--app-market.catalog.base-url=ftp://x/y']),
    ).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
  });
});
