import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeHostDatabases } from '../src/data/testing/databases.ts';
import { SteadyClient } from '../../bench/lib/steady-client.ts';
import { publishPackage } from '@platform/cli';
import { TestPlatform } from './support/platform.ts';
import { Samples } from './support/samples.ts';

interface Install {
  readonly installId: number;
  readonly appCode: string;
  readonly version: string;
  readonly status: number;
  readonly backend: string;
}
interface Task {
  readonly status: string;
  readonly failure?: {
    readonly stage: string;
    readonly code: string;
    readonly message: string;
    readonly fix: string;
  };
}

const samples = await Samples.build();
afterAll(() => samples.remove());

const IN_SHORT = ['mysql'] as const;

await describeHostDatabases('an application from upload to removal', IN_SHORT, ({ args }) => {
  let platform: TestPlatform;
  beforeAll(async () => void (platform = await TestPlatform.start(args)));
  afterAll(() => platform.remove());

  const greet = (): Promise<{ status: number }> =>
    platform.get(`${platform.apiUrl}/hello/greet`, platform.token);
  const install = async (): Promise<Install> => {
    const installs = await platform.api.get<Install[]>('/app/install/list');
    const hello = installs.find(({ appCode }) => appCode === 'hello');
    if (!hello) throw new Error('hello is not installed.');
    return hello;
  };
  const menuCount = async (): Promise<number> =>
    (await platform.api.get<unknown[]>('/system/menu/list')).length;

  it('is unknown before its package is uploaded', async () => {
    expect((await greet()).status).toBe(404);
    expect((await platform.get(`${platform.apiUrl}/open/hello/greet`)).status).toBe(404);
  });

  it('is uploaded, saved, published, listed without touching the disk, then installed without a restart (spec: Lifecycle listing sequence)', async () => {
    await publishPackage(platform.api, samples.hello);
    expect(existsSync(join(platform.data, 'plugins-dist/active-plugins.txt'))).toBe(false);
    const report = await platform.api.post<Record<string, unknown>>('/app/install', { appCode: 'hello' });
    expect(report).toMatchObject({ hotLoaded: true, restartRequired: false, migrationCount: 4 });
    expect(readFileSync(join(platform.data, 'plugins-dist/active-plugins.txt'), 'utf8')).toContain(
      'hello=platform-hello-plugin-1.0.0.jar',
    );
  });

  it('spec: Verification order; Endpoints/actuator on the frontend port: responds on the API and the frontend port', async () => {
    for (const base of [platform.apiUrl, `${platform.frontendUrl}/prod-api`]) {
      expect(await platform.get(`${base}/hello/greet`, platform.token)).toMatchObject({
        status: 200,
        body: { code: 200 },
      });
      const list = await platform.get(`${base}/hello/item/list`, platform.token);
      expect(list).toMatchObject({ status: 200, body: { code: 200, total: 2 } });
      expect(await platform.get(`${base}/open/hello/greet`)).toMatchObject({
        status: 200,
        body: { code: 200 },
      });
      expect(await platform.get(`${base}/hello/item/list`)).toMatchObject({
        status: 401,
        body: { code: 401 },
      });
    }
    const health = await platform.get(`${platform.frontendUrl}/actuator/health`);
    expect(health.status).toBe(200);
    expect(health.body).toEqual(expect.stringContaining('<html'));
  });

  it('spec: V4; Endpoints/GET /app/runtime/remote-apps; Endpoints/GET /app/runtime/enabled-apps: serves the entry with its version', async () => {
    const [remote] =
      await platform.api.get<Array<{ code: string; entry: string }>>('/app/runtime/remote-apps');
    expect(remote).toMatchObject({ code: 'hello', entry: '/remote-apps/hello/index.js?v=1.0.0' });
    expect((await platform.get(platform.frontendUrl + (remote?.entry ?? ''))).status).toBe(200);
    expect(await platform.api.get('/app/runtime/enabled-apps')).toEqual(['hello']);
  });

  it('spec: Generic site-config endpoint, its migrations fill 8 base properties and settings', async () => {
    const { body } = await platform.get(`${platform.apiUrl}/open/hello/config`);
    const { data } = body as { data: Record<string, unknown> };
    const base = ['logo', 'favicon', 'name', 'nameEn', 'backgroundImage', 'description', 'copyright', 'icp'];
    expect(Object.keys(data).sort()).toEqual([...base, 'settings'].sort());
  });

  it("keeps users' data, and upgrades under load without losing a request or adding a menu (spec: M3)", async () => {
    await platform.api.post('/hello/item', { title: 'Written before the upgrade', status: 'open' });
    const menus = await menuCount();
    await publishPackage(platform.api, samples.hello110);
    const client = new SteadyClient(`${platform.apiUrl}/hello/greet`, 300, {
      authorization: `Bearer ${platform.token}`,
    });
    await expect.poll(() => client.sent).toBeGreaterThan(25);
    await platform.api.post(`/app/install/${(await install()).installId}/upgrade`, {});
    const { sent } = client;
    await expect.poll(() => client.sent).toBeGreaterThan(sent + 25);
    await client.stop();
    expect(client.failures).toEqual([]);
    expect(await install()).toMatchObject({ version: '1.1.0', status: 1, backend: 'loaded' });
    expect(await menuCount()).toBe(menus);
    expect(await platform.get(`${platform.apiUrl}/hello/item/list`, platform.token)).toMatchObject({
      body: { total: 3 },
    });
  });

  it('keeps the earlier version running when a new one fails to load, and reports stage, cause and fix', async () => {
    await publishPackage(platform.api, samples.helloBroken120);
    const upgrade = platform.api.post(`/app/install/${(await install()).installId}/upgrade`, {});
    await expect(upgrade).rejects.toThrow('The price list is missing');
    const [task] = await platform.api.get<Task[]>('/app/task/list');
    expect(task).toMatchObject({ status: 'failed', failure: { stage: 'switch' } });
    expect(task?.failure?.message).toContain('The price list is missing');
    expect(task?.failure?.fix).not.toBe('');
    expect((await greet()).status).toBe(200);
    expect(await install()).toMatchObject({ version: '1.1.0', status: 1, backend: 'loaded' });
  });

  it('is hidden when disabled and shown when enabled', async () => {
    const { installId } = await install();
    await platform.api.post(`/app/install/${installId}/disable`);
    expect((await greet()).status).toBe(403);
    expect((await platform.get(`${platform.apiUrl}/open/hello/greet`)).status).toBe(404);
    await platform.api.post(`/app/install/${installId}/enable`);
    expect((await greet()).status).toBe(200);
  });

  it('keeps all data over a restart', async () => {
    await platform.stop();
    platform = await TestPlatform.start(args, platform.data);
    expect((await greet()).status).toBe(200);
    expect(await platform.get(`${platform.apiUrl}/hello/item/list`, platform.token)).toMatchObject({
      body: { total: 3 },
    });
    expect(await install()).toMatchObject({ version: '1.1.0' });
  });

  it('spec: L3, keeps its data when uninstalled, and finds it when installed again', async () => {
    await platform.api.delete(`/app/install/${(await install()).installId}`);
    expect((await greet()).status).toBe(404);
    expect(existsSync(join(platform.data, 'remote-apps/hello/index.js'))).toBe(false);
    await platform.api.post('/app/install', { appCode: 'hello', version: '1.1.0' });
    expect(await platform.get(`${platform.apiUrl}/hello/item/list`, platform.token)).toMatchObject({
      body: { total: 3 },
    });
  });

  it('spec: L2, full removal drops its tables; a new installation starts from its seeds', async () => {
    await platform.api.delete(`/app/install/${(await install()).installId}?dropData=true&confirm=hello`);
    await platform.api.post('/app/install', { appCode: 'hello', version: '1.1.0' });
    expect(await platform.get(`${platform.apiUrl}/hello/item/list`, platform.token)).toMatchObject({
      body: { total: 2 },
    });
  });
});
