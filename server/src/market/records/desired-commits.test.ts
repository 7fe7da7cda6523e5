import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database, InstallStatus } from '../../data/index.ts';
import { openHostDatabase } from '../../data/testing/open.ts';
import type { Placed } from '../disk/placement-records.ts';
import { DesiredCommits, type DesiredCommitParts } from './desired-commits.ts';
import { DesiredStore, type DesiredChange } from './desired-store.ts';
import type { InstallRegistry } from './install-registry.ts';
import { INSTALL, type Install } from './install-store.ts';

describe('the desired state of applications', () => {
  let database: Database;
  let store: DesiredStore;
  let commits: DesiredCommits;
  let placed: Partial<Placed> | undefined;
  let statuses: InstallStatus[];

  const installs = () => statuses.map((status) => ({ status, version: '1.0.0' }) as Install);
  const registry = { codes: () => ['demo'], ofApp: installs } as unknown as InstallRegistry;
  const change: DesiredChange = {
    ...{ appCode: 'demo', version: '1.0.0', state: 'running', taskId: 1 },
    ...{ jar: null, packageUrl: null, frontendVersion: null },
  };
  const row = () =>
    database.query.selectFrom('app_desired').selectAll().where('app_code', '=', 'demo').executeTakeFirst();

  beforeAll(async () => {
    database = await openHostDatabase({ type: 'sqlite', file: ':memory:' });
    store = new DesiredStore(database, 2);
    commits = new DesiredCommits({
      store,
      installs: { ofApp: async () => installs() },
      versions: { find: async (_code: string, version: string) => ({ packageUrl: `oss://${version}` }) },
      placement: { record: () => placed },
    } as unknown as DesiredCommitParts);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    placed = { version: '1.1.0', jar: 'demo-1.1.0.jar', entry: 'frontend/index.js' };
    statuses = [INSTALL.enabled];
    await database.query.deleteFrom('app_desired').execute();
  });

  it('is what is placed, with its package and frontend', async () => {
    await commits.commit({ appCode: 'demo', version: '1.0.0', taskId: 7 }, 0);
    expect(await row()).toMatchObject({
      ...{ version: '1.1.0', jar: 'demo-1.1.0.jar', package_url: 'oss://1.1.0', frontend_version: '1.1.0' },
      ...{ state: 'running', task_id: 7, generation: 1, format: 2 },
    });
    placed = { version: '1.2.0', jar: null };
    await commits.commit({ appCode: 'demo', version: '1.0.0', taskId: 8 }, 1);
    expect(await row()).toMatchObject({ jar: null, frontend_version: null, generation: 2 });
    placed = undefined;
    await commits.commit({ appCode: 'demo', version: '1.0.0', taskId: 9 }, 2);
    expect(await row()).toMatchObject({ version: '1.0.0', jar: null, frontend_version: null });
  });

  it.each<[string, InstallStatus[]]>([
    ['running', [INSTALL.disabled, INSTALL.enabled]],
    ['running', [INSTALL.upgrading]],
    ['dormant', [INSTALL.disabled, INSTALL.failed]],
    ['removed', [INSTALL.installing, INSTALL.uninstalling, INSTALL.failed]],
    ['removed', []],
  ])('is %s by the records %j', async (state, given) => {
    statuses = given;
    await commits.commit({ appCode: 'demo', version: '1.0.0', taskId: 1 }, 0);
    expect(await row()).toMatchObject({ state });
    await commits.commit({ appCode: 'demo', version: '1.0.0', taskId: 2, deployed: true }, 1);
    expect(await row()).toMatchObject({ state: 'running' });
  });

  it('keeps its version by an operation that places nothing, unless nobody has said one', async () => {
    await commits.commitState({ appCode: 'demo', version: '1.0.0', taskId: 1 }, 0);
    expect(await row()).toMatchObject({ version: '1.1.0', generation: 1 });
    placed = { version: '0.9.0', jar: null };
    statuses = [INSTALL.disabled];
    await commits.commitState({ appCode: 'demo', version: '0.9.0', taskId: 2 }, 1);
    expect(await row()).toMatchObject({ version: '1.1.0', state: 'dormant', task_id: 2, generation: 2 });
  });

  it('is committed by one of two operations that began with the same', async () => {
    const overtaken = { code: 'OPERATION_OVERTAKEN', status: 409 };
    await store.commit(change, 0);
    await expect(store.commit(change, 0)).rejects.toMatchObject(overtaken);
    await store.commit({ ...change, taskId: 2 }, 1);
    await expect(store.commit({ ...change, taskId: 3 }, 1)).rejects.toMatchObject(overtaken);
    const state = { appCode: 'demo', state: 'dormant', taskId: 3 } as const;
    await expect(store.commitState(state, 1)).rejects.toMatchObject(overtaken);
    await expect(commits.assertNotOvertaken('demo', 1)).rejects.toMatchObject(overtaken);
    await commits.assertNotOvertaken('demo', 2);
    expect(await row()).toMatchObject({ task_id: 2, state: 'running', generation: 2 });
    await store.commit({ ...change, appCode: 'other' }, 0);
    expect([await store.total(), await store.generation('demo'), await store.generation('none')]).toEqual([
      ...[3, 2, 0],
    ]);
  });

  it('is written in the own format, and begins nothing where a later one is used', async () => {
    await store.commit(change, 0);
    await database.query.updateTable('app_desired').set({ format: 1 }).execute();
    expect(await store.fence('demo')).toBe(1);
    await store.commit(change, 1);
    expect(await row()).toMatchObject({ format: 2 });
    await database.query.updateTable('app_desired').set({ format: 3 }).execute();
    const newer = { code: 'DESIRED_FORMAT_NEWER', status: 409, details: { params: { format: 3, own: 2 } } };
    await expect(commits.fence('other')).rejects.toMatchObject(newer);
    expect([1, 2, 3].map((format) => store.isReadable({ format }))).toEqual([true, true, false]);
  });

  it('is added for what an earlier host has installed, once', async () => {
    await commits.seed(registry);
    expect(await row()).toMatchObject({ version: '1.1.0', task_id: null, generation: 1 });
    await store.commit({ ...change, version: '2.0.0' }, 1);
    await commits.seed(registry);
    expect(await row()).toMatchObject({ version: '2.0.0', generation: 2 });
  });

  it('is not added for what nobody has', async () => {
    statuses = [INSTALL.failed];
    await commits.seed(registry);
    expect(await row()).toBeUndefined();
  });

  it('is added by one of two hosts that start, and a failure is told where none has', async () => {
    const generation = vi.spyOn(store, 'generation').mockResolvedValue(0);
    const commit = vi.spyOn(store, 'commit').mockRejectedValue(new Error('no database'));
    try {
      await expect(commits.seed(registry)).rejects.toThrow('no database');
      generation.mockResolvedValueOnce(0).mockResolvedValueOnce(1);
      await commits.seed(registry);
    } finally {
      generation.mockRestore();
      commit.mockRestore();
    }
  });
});
