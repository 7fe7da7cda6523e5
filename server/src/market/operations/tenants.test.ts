import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { PLUGIN_RUNTIME } from '../../plugin-runtime/index.ts';
import { STORED_OBJECTS } from '../../system/index.ts';
import { ok } from '../testing/market-host.ts';
import { demoScripts, marketSuite } from '../testing/market-suite.ts';

const PASSWORD = 'Other-password-2!';

describe('several tenants on one host (design 9.2-10)', () => {
  const suite = marketSuite();

  const addTenant = async (tenantId: string): Promise<void> => {
    const body = { tenantId, name: tenantId, adminUserName: 'boss', adminPassword: PASSWORD };
    ok(await suite.host.call('POST', '/system/tenant', body));
  };
  const become = (tenantId: string): Promise<void> =>
    tenantId === '000000' ? suite.host.login(tenantId) : suite.host.login(tenantId, 'boss', PASSWORD);
  const install = async (): Promise<Readonly<Record<string, unknown>>> =>
    ok(await suite.host.call('POST', '/app/install', { appCode: 'demo' }));
  /** Every placed file with what would change if it were written again. */
  const placed = async (): Promise<unknown[]> => {
    const files = (await suite.disk()).map((name) => join(suite.host.directory, name));
    const stamps = await Promise.all(files.map(async (file) => [file, await stat(file)] as const));
    return stamps
      .filter(([, stats]) => stats.isFile())
      .map(([file, { ino, mtimeMs, size }]) => [file, ino, mtimeMs, size]);
  };
  const menuRows = () =>
    suite.host.rows((query) =>
      query.selectFrom('sys_menu').select(['menu_id', 'menu_key']).where('app_code', '=', 'demo').execute(),
    );

  it('design 12: an application that the package of a tenant lacks is neither installed nor enabled', async () => {
    await suite.host.publish(await suite.workshop.build({ migrations: demoScripts }));
    await addTenant('lean');
    const allow = async (applications: string[] | null): Promise<void> => {
      await become('000000');
      ok(await suite.host.call('PUT', '/system/tenant', { tenantId: 'lean', applications }));
      await become('lean');
    };
    await allow(['other']);
    const refused = { code: 403, error: 'TENANT_APPLICATION_REFUSED' };
    expect(await suite.host.call('POST', '/app/install', { appCode: 'demo' })).toMatchObject(refused);
    // The market does not offer it, either.
    const offered = async (): Promise<unknown[]> => {
      const totals = ['', '?show=available', '?show=installed'].map(
        async (query) => (await suite.host.call('GET', `/app/market/list${query}`))['total'],
      );
      return [
        ...(await Promise.all(totals)),
        ok(await suite.host.call('GET', '/app/market/list/summary'))['total'],
      ];
    };
    expect(await offered()).toEqual([0, 0, 0, 0]);
    const page = () => suite.host.call('GET', '/app/market/demo');
    expect(await page()).toMatchObject({ error: 'APP_NOT_FOUND' });
    await allow(['demo']);
    expect(await offered()).toEqual([1, 1, 0, 1]);
    await install();
    const installId = await suite.installId();
    ok(await suite.host.call('POST', `/app/install/${installId}/disable`));
    await allow([]);
    expect(await offered()).toEqual([1, 0, 1, 1]);
    expect(ok(await page())).toMatchObject({ appCode: 'demo' });
    expect(await suite.host.call('POST', `/app/install/${installId}/enable`)).toMatchObject(refused);
    await allow(null);
    ok(await suite.host.call('POST', `/app/install/${installId}/enable`));
    ok(await suite.host.call('DELETE', `/app/install/${installId}`));
  });

  it('a second tenant that joins a version runs none of the scripts of a later one that failed', async () => {
    await suite.host.publish(await suite.workshop.build({ migrations: demoScripts }));
    await addTenant('joining');
    await install();
    const migrations = { ...demoScripts, '03-later.sql': 'insert into demo_nowhere values (1);' };
    await suite.host.publish(await suite.workshop.build({ version: '1.1.0', migrations }));
    const failed = await suite.host.call('POST', `/app/install/${await suite.installId()}/upgrade`);
    expect(failed).toMatchObject({ details: { stage: 'migrate' } });
    await become('joining');
    expect(await install()).toMatchObject({ version: '1.0.0', migrations: [] });
  });

  it("a second tenant's installation places no files, and its removal keeps those of the first", async () => {
    await suite.host.publish(await suite.workshop.build({ migrations: demoScripts }));
    await addTenant('acme');
    await install();
    const disk = await suite.disk();
    const files = await placed();
    const menus = await menuRows();
    const fetched = vi.spyOn(suite.host.host.services.use(STORED_OBJECTS), 'download');

    await become('acme');
    expect((await suite.host.call('GET', '/demo/greet')).status).toBe(404);
    expect((await suite.host.call('GET', '/app/market/list')).rows).toMatchObject([
      { state: 'notInstalled' },
    ]);
    const report = await install();
    expect(report).toMatchObject({ hotLoaded: true, security: 'The files were already on this host.' });
    expect(await suite.greeting()).toBe('hello 1.0.0');
    expect(await suite.disk()).toEqual(disk);
    expect(await placed()).toEqual(files);
    expect(await menuRows()).toEqual(menus);
    expect(fetched).not.toHaveBeenCalled();
    const task = ok(await suite.host.call('GET', `/app/task/${String(report['taskId'])}`));
    for (const step of ['download', 'verify', 'stage'])
      expect(task['steps']).toContainEqual(expect.objectContaining({ name: step, status: 'succeeded' }));
    const said = String(task['logText']).match(
      /Another tenant runs this version: its files are already on this host/g,
    );
    expect(said).toHaveLength(3);
    expect(task['logText']).toContain('No script is pending');
    expect(report).toMatchObject({
      menus: { added: 0, changed: 0, removed: 0 },
      migrations: [],
      staleJars: [],
    });
    expect(ok(await suite.host.call('GET', '/app/runtime/remote-apps'))).toHaveLength(1);
    const removed = ok(await suite.host.call('DELETE', `/app/install/${await suite.installId()}`));
    expect(removed).toMatchObject({ sharedWithOthers: true });
    expect((await suite.host.call('GET', '/demo/greet')).status).toBe(404);
    expect(ok(await suite.host.call('GET', '/app/runtime/enabled-apps'))).toEqual([]);

    await become('000000');
    expect(await suite.greeting()).toBe('hello 1.0.0');
    expect(await suite.disk()).toEqual(disk);
    expect(await placed()).toEqual(files);
    expect(await menuRows()).toEqual(menus);
  });

  it('code is not rolled back below a version that another tenant has accepted', async () => {
    await suite.host.publish(await suite.workshop.build({ migrations: demoScripts }));
    await addTenant('acme');
    await install();
    await become('acme');
    await install();
    const own = await suite.installId();
    await become('000000');
    await suite.host.publish(await suite.workshop.build({ version: '1.1.0', migrations: demoScripts }));
    const first = await suite.installId();
    ok(await suite.host.call('POST', `/app/install/${first}/upgrade`));
    await become('acme');
    ok(await suite.host.call('POST', `/app/install/${own}/upgrade`));
    await become('000000');

    const refused = { status: 409, error: 'ROLLBACK_SHARED', details: { tenants: 1 } };
    const plan = { action: 'rollback', appCode: 'demo' };
    const files = await placed();
    const before = (await suite.host.call('GET', '/app/install/list')).rows;
    expect(await suite.host.call('POST', `/app/install/${first}/rollback`)).toMatchObject(refused);
    expect(await suite.host.call('POST', '/app/install/plan', plan)).toMatchObject(refused);
    const { failure: _why, ...after } = (await suite.host.call('GET', '/app/install/list')).rows?.[0] ?? {};
    expect(before?.[0]).toMatchObject(after);
    expect(await placed()).toEqual(files);
    expect(await suite.greeting()).toBe('hello 1.1.0');

    await become('acme');
    expect(await suite.host.call('POST', `/app/install/${own}/rollback`)).toMatchObject(refused);
    ok(await suite.host.call('DELETE', `/app/install/${own}`));
    await become('000000');
    ok(await suite.host.call('POST', `/app/install/${first}/rollback`));
    expect(await suite.greeting()).toBe('hello 1.0.0');
  });

  it("full removal deletes only the tenant's own rows while others have the application", async () => {
    await suite.host.publish(await suite.workshop.build({ migrations: demoScripts }));
    await addTenant('acme');
    await install();
    await suite.host.database.raw(`insert into demo_item (id, tenant_id, title) values (2, 'acme', 'two')`);
    await become('acme');
    await install();
    const path = `/app/install/${await suite.installId()}?dropData=true&confirm=demo`;
    expect(ok(await suite.host.call('DELETE', path))).toMatchObject({ tablesCleared: ['demo_item'] });
    const left = await suite.host.database.raw('select tenant_id from demo_item');
    expect(left.rows).toEqual([{ tenant_id: '000000' }]);
  });

  it('only the platform changes shared code; other tenants then accept it', async () => {
    await suite.host.publish(await suite.workshop.build({ migrations: demoScripts }));
    await addTenant('acme');
    await install();
    await become('acme');
    await install();
    const own = await suite.installId();
    await become('000000');
    await suite.host.publish(await suite.workshop.build({ version: '1.1.0', migrations: demoScripts }));
    await become('acme');
    expect(await suite.host.call('POST', `/app/install/${own}/upgrade`)).toMatchObject({
      status: 403,
      error: 'TENANT_UPGRADE_FORBIDDEN',
    });
    await become('000000');
    ok(await suite.host.call('POST', `/app/install/${await suite.installId()}/upgrade`));
    await become('acme');
    expect(await suite.greeting()).toBe('hello 1.1.0');
    expect((await suite.host.call('GET', '/app/install/list')).rows).toMatchObject([{ version: '1.0.0' }]);
    expect(ok(await suite.host.call('GET', '/app/runtime/remote-apps'))).toMatchObject([
      { version: '1.1.0' },
    ]);
    ok(await suite.host.call('POST', `/app/install/${own}/upgrade`));
    expect((await suite.host.call('GET', '/app/install/list')).rows).toMatchObject([{ version: '1.1.0' }]);
  });

  it('code stays loaded while a tenant has it enabled', async () => {
    const loaded = () => suite.host.host.services.use(PLUGIN_RUNTIME).isLoaded('demo');
    await suite.host.publish(await suite.workshop.build({ migrations: demoScripts }));
    await addTenant('acme');
    await install();
    await become('acme');
    await install();
    await become('000000');
    ok(await suite.host.call('POST', `/app/install/${await suite.installId()}/disable`));
    expect(loaded()).toBe(true);
    await become('acme');
    expect(await suite.greeting()).toBe('hello 1.0.0');
    ok(await suite.host.call('DELETE', `/app/install/${await suite.installId()}`));
    expect(loaded()).toBe(false);
    await become('000000');
    ok(await suite.host.call('POST', `/app/install/${await suite.installId()}/enable`));
    expect(await suite.greeting()).toBe('hello 1.0.0');
  });

  it('installations and tasks of another tenant are not found', async () => {
    await suite.host.publish(await suite.workshop.build({ migrations: demoScripts }));
    await addTenant('acme');
    const { taskId } = await install();
    const foreign = await suite.installId();
    await become('acme');
    expect(await suite.host.call('POST', `/app/install/${foreign}/disable`)).toMatchObject({
      status: 404,
      error: 'INSTALL_NOT_FOUND',
    });
    expect(await suite.host.call('DELETE', `/app/install/${foreign}`)).toMatchObject({ status: 404 });
    expect(await suite.host.call('GET', `/app/task/${String(taskId)}`)).toMatchObject({
      status: 404,
      error: 'TASK_NOT_FOUND',
    });
    expect((await suite.host.call('GET', '/app/task/list')).total).toBe(0);
    expect((await suite.host.call('GET', '/app/install/list')).rows).toEqual([]);
  });
});
