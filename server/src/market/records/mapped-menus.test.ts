import type { MenuNode } from '@platform/package-format';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../data/index.ts';
import { openHostDatabase } from '../../data/testing/open.ts';
import type { ApplicationMenus, MenuSyncReport } from '../../system/index.ts';
import { VersionMenus } from './version-menus.ts';

const nodes: MenuNode[] = [
  {
    ...{ key: 'demo:root', type: 'M', name: 'Demo', path: 'demo' },
    children: [{ key: 'demo:a', type: 'C', name: 'A', path: 'a', query: { tab: '1' } }],
  },
];
const synced = {
  added: ['a'],
  changed: ['b', 'c'],
  removed: ['d', 'e', 'f'],
  menus: ['M', 'C', 'F'].map((menuType, at) => ({
    ...{ menuType, menuKey: `demo:${menuType}`, menuId: at + 1, contentHash: `hash ${menuType}` },
  })),
} as unknown as MenuSyncReport;

describe('the menus of a version', () => {
  let database: Database;
  let calls: unknown[][];
  let report: MenuSyncReport;
  let fails: string;
  let menus: VersionMenus;

  beforeAll(async () => {
    database = await openHostDatabase({ type: 'sqlite', file: ':memory:' });
    const fake = new Proxy({} as ApplicationMenus, {
      get:
        (_target, name: string) =>
        async (...given: unknown[]) => {
          calls.push([name, ...given]);
          if (name === fails) throw new Error('half way');
          return name === 'sync' ? report : 5;
        },
    });
    menus = new VersionMenus(fake, database);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    calls = [];
    fails = '';
    report = synced;
    await database.query.deleteFrom('app_version_menu').execute();
  });
  const mapped = async () =>
    (await database.query.selectFrom('app_version_menu').selectAll().orderBy('menu_id').execute()).map(
      (row) => `${row.app_code} ${row.version} ${row.menu_key} ${row.menu_id} ${row.content_hash}`,
    );

  it('are mapped without buttons, and granted to each tenant (spec: M2)', async () => {
    expect(await menus.sync('demo', '1.0.0', nodes, ['a', 'b'])).toEqual({
      ...{ added: 1, changed: 2, removed: 3 },
    });
    expect(await mapped()).toEqual(['demo 1.0.0 demo:M 1 hash M', 'demo 1.0.0 demo:C 2 hash C']);
    expect(calls.slice(1)).toEqual([
      ['grantToAdmin', 'demo', 'a'],
      ['grantToAdmin', 'demo', 'b'],
    ]);
    await menus.sync('other', '1.0.0', [], []);
    await menus.sync('demo', '1.1.0', nodes, []);
    expect((await mapped()).filter((row) => row.startsWith('demo'))).toEqual([
      ...['demo 1.1.0 demo:M 1 hash M', 'demo 1.1.0 demo:C 2 hash C'],
    ]);
    report = { ...synced, menus: [] };
    await menus.sync('demo', '1.2.0', [], []);
    expect((await mapped()).filter((row) => row.startsWith('demo'))).toEqual([]);
    expect(await mapped()).toHaveLength(2);
  });

  it('give their query as text, at any depth', async () => {
    await menus.preview('demo', nodes);
    await menus.sync('demo', '1.0.0', nodes, []);
    const given = [
      {
        ...{ key: 'demo:root', type: 'M', name: 'Demo', path: 'demo' },
        children: [{ key: 'demo:a', type: 'C', name: 'A', path: 'a', query: '{"tab":"1"}' }],
      },
    ];
    expect(calls).toStrictEqual([
      ['preview', 'demo', given],
      ['sync', 'demo', given],
    ]);
  });

  it('are mapped all of them, or as before', async () => {
    await menus.sync('demo', '1.0.0', nodes, []);
    const before = await mapped();
    const twice = synced.menus[0];
    report = { ...synced, menus: twice ? [twice, twice] : [] };
    await expect(menus.sync('demo', '1.1.0', nodes, ['a'])).rejects.toThrow();
    expect(await mapped()).toEqual(before);
    expect(calls.map(([name]) => name)).toEqual(['sync', 'sync']);
  });

  it('are removed with their mapping, or not at all', async () => {
    await menus.sync('demo', '1.0.0', nodes, []);
    await menus.sync('other', '1.0.0', nodes, []);
    fails = 'remove';
    await expect(menus.remove('demo', true)).rejects.toThrow('half way');
    expect(await mapped()).toHaveLength(4);
    fails = '';
    expect(await menus.remove('demo', true)).toBe(5);
    expect(calls.at(-1)).toEqual(['remove', 'demo', { buttons: true }]);
    expect((await mapped()).every((row) => row.startsWith('other'))).toBe(true);
  });

  it('are revoked from one tenant', async () => {
    await menus.revoke('demo', 'a');
    expect(calls).toEqual([['revoke', 'demo', 'a']]);
  });
});
