import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SnowflakeIds } from '../../data/ids/snowflake-ids.ts';
import type { Database } from '../../data/index.ts';
import { openHostDatabase } from '../../data/testing/open.ts';
import { requestContext, systemClock } from '../../kernel/index.ts';
import type { InstallFailure } from './install-failure.ts';
import { INSTALL, InstallStore } from './install-store.ts';

const at = '2026-01-01T00:00:00.000Z';
const failure = { stage: 'load', code: 'X', message: 'It broke.', fix: null } as InstallFailure;

describe('the records of installations', () => {
  let database: Database;
  let store: InstallStore;

  beforeAll(async () => {
    database = await openHostDatabase({ type: 'sqlite', file: ':memory:' });
    store = new InstallStore(database, new SnowflakeIds(systemClock, 1), { now: () => Date.parse(at) });
  });
  afterAll(() => database.close());
  beforeEach(() =>
    requestContext.runIgnoringTenant(() => database.query.deleteFrom('app_install').execute()),
  );
  const begin = async (tenantId: string, appCode: string): Promise<number> => {
    const id = store.nextId();
    await store.begin(id, tenantId, appCode, '1.0.0', 'ann');
    return id;
  };

  it('begin as installing, and without a failure', async () => {
    const id = await begin('a', 'demo');
    expect(await store.find('a', 'demo')).toEqual({
      ...{ installId: id, tenantId: 'a', appCode: 'demo', version: '1.0.0', previousVersion: null },
      ...{ status: INSTALL.installing, failure: null, installedAt: at, installedBy: 'ann' },
    });
  });

  it('are found in their tenant alone by id, and anywhere by tenant and code', async () => {
    const id = await begin('a', 'notes');
    await begin('a', 'demo');
    await begin('b', 'mall');
    expect((await requestContext.runAs('a', () => store.byId(id)))?.appCode).toBe('notes');
    expect(await requestContext.runAs('b', () => store.byId(id))).toBeUndefined();
    expect([await store.find('b', 'demo'), await store.find('a', 'mall')]).toEqual([undefined, undefined]);
    expect((await store.all()).map(({ tenantId, appCode }) => `${tenantId} ${appCode}`)).toEqual([
      ...['a demo', 'b mall', 'a notes'],
    ]);
  });

  it('are restored to what they were, with the failure', async () => {
    const [id, other] = [await begin('a', 'demo'), await begin('b', 'demo')];
    await store.update(id, { status: INSTALL.enabled, previous_version: '0.9.0' });
    const before = await store.find('a', 'demo');
    if (!before) throw new Error('There is no record.');
    await store.update(id, { status: INSTALL.upgrading, version: '2.0.0', previous_version: '1.0.0' });
    await store.restore(before, failure);
    expect(await store.find('a', 'demo')).toEqual({ ...before, failure });
    expect(await store.find('b', 'demo')).toMatchObject({ installId: other, failure: null });
    await store.remove(id);
    expect((await store.all()).map(({ installId }) => installId)).toEqual([other]);
  });

  it('are read from a moment on, with the number of all and the time of the last change', async () => {
    const ids = [await begin('a', 'demo'), await begin('b', 'mall'), await begin('c', 'notes')];
    const times = ['2026-01-03', '2026-01-02', '2026-01-01'].map((day) => `${day}T00:00:00.000Z`);
    for (const [index, id] of ids.entries())
      await requestContext.runIgnoringTenant(() =>
        database.query
          .updateTable('app_install')
          .set({ update_time: times[index] ?? '' })
          .where('install_id', '=', id)
          .execute(),
      );
    const since = async (time?: string) => {
      const { installs, count, latest } = await store.read(time);
      return [installs.map(({ appCode }) => appCode), count, latest];
    };
    expect(await since()).toEqual([['demo', 'mall', 'notes'], 3, times[0]]);
    expect(await since(times[1])).toEqual([['demo', 'mall'], 3, times[0]]);
    expect(await since('2026-02-01T00:00:00.000Z')).toEqual([[], 3, undefined]);
  });
});
