import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPackage, packageOf } from '../../scripts/lib/build.ts';
import { inRoot } from '../../scripts/lib/paths.ts';
import { publishPackage } from '@platform/cli';
import { TestPlatform } from './support/platform.ts';
import { Samples } from './support/samples.ts';

interface Offer {
  readonly appCode: string;
  readonly state: string;
  readonly latestVersion: string;
}
interface Install {
  readonly installId: number;
  readonly appCode: string;
  readonly version: string;
  readonly backend: string;
}
interface Task {
  readonly steps: ReadonlyArray<{ readonly name: string; readonly status: string }>;
  readonly logText: string;
  readonly progress: number;
}

const samples = await Samples.build();
await buildPackage('member');
afterAll(() => samples.remove());

const greet = async (platform: TestPlatform) =>
  (await platform.get(`${platform.apiUrl}/hello/greet`, platform.token)).status;
const market = async (platform: TestPlatform) =>
  (await platform.api.get<Offer[]>('/app/market/list')).map(({ appCode, state }) => `${appCode} ${state}`);
const installed = (platform: TestPlatform) => platform.api.get<Install[]>('/app/install/list');
const helloOf = async (platform: TestPlatform) => {
  const hello = (await installed(platform)).find(({ appCode }) => appCode === 'hello');
  if (!hello) throw new Error('hello is not installed.');
  return hello;
};

describe('spec: R6: two editions side by side', () => {
  let publisher: TestPlatform;
  let user: TestPlatform;
  beforeAll(async () => {
    publisher = await TestPlatform.start();
    await publishPackage(publisher.api, samples.hello);
    await publishPackage(publisher.api, packageOf('member'));
    const { token } = await publisher.api.post<{ token: string }>('/app/console/catalog-token', {
      name: 'user',
    });
    user = await TestPlatform.start([
      '--platform.edition=user',
      // As through a publisher's web server.
      `--app-market.catalog.base-url=${publisher.frontendUrl}/prod-api`,
      `--app-market.catalog.token=${token}`,
    ]);
  });
  afterAll(async () => {
    await user.remove();
    await publisher.remove();
  });

  it("the user edition lists the publisher's applications, and plans without a download", async () => {
    expect(await market(user)).toEqual(['hello notInstalled', 'member notInstalled']);
    expect(await user.api.post('/app/install/plan', { action: 'install', appCode: 'hello' })).toMatchObject({
      toVersion: '1.0.0',
      tables: { created: ['hello_item'] },
    });
    expect(await user.api.get('/resource/oss/list')).toEqual([]);
  });

  it('installs hello and member over HTTP; the task shows the download', async () => {
    const { taskId } = await user.api.post<{ taskId: number }>('/app/install', { appCode: 'member' });
    const task = await user.api.get<Task>(`/app/task/${taskId}`);
    expect(task.steps.find(({ name }) => name === 'download')).toMatchObject({ status: 'succeeded' });
    expect(task.logText).toMatch(/Downloading \d+ bytes from http:\/\/127\.0\.0\.1:\d+\/prod-api/);
    expect(await user.api.post('/app/install', { appCode: 'hello' })).toMatchObject({ hotLoaded: true });
    expect(await greet(user)).toBe(200);
    // Each host has its own applications.
    expect(await greet(publisher)).toBe(404);
    const [remote] = await user.api.get<Array<{ entry: string }>>('/app/runtime/remote-apps');
    expect((await user.get(user.frontendUrl + (remote?.entry ?? ''))).status).toBe(200);
  });

  it('shows a new version at once, and upgrades to it', async () => {
    await publishPackage(publisher.api, samples.hello110);
    expect(await market(user)).toEqual(['hello upgradable', 'member installed']);
    await user.api.post(`/app/install/${(await helloOf(user)).installId}/upgrade`, {});
    expect(await helloOf(user)).toMatchObject({ version: '1.1.0', backend: 'loaded' });
  });

  it('keeps working without the publisher, also after a restart', async () => {
    await publisher.stop();
    await expect(user.api.get('/app/market/list')).rejects.toThrow(/cannot be reached.*keep working/);
    expect(await greet(user)).toBe(200);
    expect(await installed(user)).toHaveLength(2);
    await user.stop();
    user = await TestPlatform.start(['--platform.edition=user'], user.data);
    expect(await greet(user)).toBe(200);
    await user.api.post(`/app/install/${(await helloOf(user)).installId}/rollback`);
    expect(await helloOf(user)).toMatchObject({ version: '1.0.0', backend: 'loaded' });
    publisher = await TestPlatform.start([], publisher.data);
  });
});

describe('a user edition without access to its publisher (design 4.5)', () => {
  it('installs and upgrades from a folder written by the packager', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'catalog-'));
    const exportPackages = (...files: string[]) =>
      promisify(execFile)(process.execPath, [
        inRoot('packages/packager/src/cli.ts'),
        'export-catalog',
        '--out',
        folder,
        ...files,
      ]);
    await exportPackages(samples.hello, packageOf('member'));
    const user = await TestPlatform.start([
      '--platform.edition=user',
      `--app-market.catalog.base-url=file://${folder}`,
    ]);
    try {
      expect(await market(user)).toEqual(['hello notInstalled', 'member notInstalled']);
      expect(await user.api.post('/app/install/plan', { action: 'install', appCode: 'hello' })).toMatchObject(
        {
          toVersion: '1.0.0',
        },
      );
      await user.api.post('/app/install', { appCode: 'hello' });
      expect(await greet(user)).toBe(200);
      await exportPackages(samples.hello110);
      expect(await market(user)).toEqual(['hello upgradable', 'member notInstalled']);
      await user.api.post(`/app/install/${(await helloOf(user)).installId}/upgrade`, {});
      expect(await helloOf(user)).toMatchObject({ version: '1.1.0', backend: 'loaded' });
      rmSync(join(folder, 'packages', 'member-1.0.1.zip'));
      await expect(user.api.post('/app/install', { appCode: 'member' })).rejects.toThrow(/is missing/);
      rmSync(folder, { recursive: true });
      await expect(user.api.get('/app/market/list')).rejects.toThrow(/index\.json cannot be read/);
      expect(await greet(user)).toBe(200);
    } finally {
      await user.remove();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
