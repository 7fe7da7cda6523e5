import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AppManifest } from '@platform/package-format';
import { SnowflakeIds } from '../../data/ids/snowflake-ids.ts';
import type { Database } from '../../data/index.ts';
import { openHostDatabase } from '../../data/testing/open.ts';
import { requestContext, systemClock } from '../../kernel/index.ts';
import { InstallStore } from './install-store.ts';
import { listingFrom } from './listing-content.ts';
import { ListingStore, type ListingFilter } from './listing-store.ts';
import { VersionStore } from './version-store.ts';

describe('the listings of applications', () => {
  let database: Database;
  let store: ListingStore;
  const snowflakes = new SnowflakeIds(systemClock, 1);

  beforeAll(async () => {
    database = await openHostDatabase({ type: 'sqlite', file: ':memory:' });
    store = new ListingStore(database, snowflakes);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    for (const table of ['app_info', 'app_version', 'app_install'] as const)
      await requestContext.runIgnoringTenant(() => database.query.deleteFrom(table).execute());
  });
  const insert = (appCode: string, name = appCode) =>
    store.insert(appCode, { ...listingFrom({ code: appCode, name } as AppManifest), author: 'Ann' });
  const listed = async (filter: ListingFilter, pageNum = 1, pageSize = 10) => {
    const { total, rows } = await store.page(filter, { pageNum, pageSize });
    return [total, ...rows.map(({ appCode }) => appCode)];
  };

  it('are found as they were saved', async () => {
    const id = await insert('demo', 'Demo');
    const listing = { appId: id, appCode: 'demo', name: 'Demo', author: 'Ann', status: 0, category: null };
    expect(await store.byId(id)).toMatchObject(listing);
    expect(await store.byCode('demo')).toMatchObject(listing);
    expect([await store.byId(id + 1), await store.byCode('other')]).toEqual([undefined, undefined]);
    await insert('other');
    expect((await store.codes()).toSorted()).toEqual(['demo', 'other']);
    const found = await store.ofCodes(['demo', 'gone']);
    expect([...found].map(([code, { appId }]) => [code, appId])).toEqual([['demo', id]]);
    expect((await store.ofCodes([])).size).toBe(0);
  });

  it('are listed in pages by code', async () => {
    const id = await insert('mall', 'Shop');
    await insert('notes', 'Notebook');
    await insert('board', 'Shopping board');
    await store.update(id, { status: 1 });
    expect(await listed({})).toEqual([3, 'board', 'mall', 'notes']);
    expect(await listed({}, 1, 2)).toEqual([3, 'board', 'mall']);
    expect(await listed({}, 2, 2)).toEqual([3, 'notes']);
    expect(await listed({ keyword: 'Shop' })).toEqual([2, 'board', 'mall']);
    expect(await listed({ keyword: 'note' })).toEqual([1, 'notes']);
    expect(await listed({ keyword: '' })).toEqual([3, 'board', 'mall', 'notes']);
    expect(await listed({ status: 1 })).toEqual([1, 'mall']);
    expect(await listed({ status: 0, keyword: 'Shop' })).toEqual([1, 'board']);
  });

  it('are changed, locked and removed one by one', async () => {
    const [one, other] = [await insert('demo'), await insert('other')];
    await store.update(one, { latest_version: '1.0.0' });
    const before = await store.byId(one);
    // A lock is no change: somebody who edits the listing meanwhile would be refused.
    await setTimeout(2);
    await store.lock(one);
    expect(await store.byId(one)).toEqual(before);
    expect(before).toMatchObject({ latestVersion: '1.0.0' });
    expect(await store.byId(other)).toMatchObject({ latestVersion: null, appCode: 'other' });
    await store.remove(one);
    expect(await store.codes()).toEqual(['other']);
  });

  it('have the names and descriptions of the package, while the publisher wrote no others', async () => {
    const mall = { code: 'mall', name: 'Mall', description: 'Goods.' } as AppManifest;
    const chinese = { names: { 'zh-CN': '商城' }, descriptions: { zh: '出售商品' } };
    const id = await store.insert('mall', listingFrom(mall), { ...mall, ...chinese });
    expect(await store.byId(id)).toMatchObject(chinese);
    expect(await listed({ keyword: '商城' })).toEqual([1, 'mall']);
    expect(await listed({ keyword: 'zh' })).toEqual([0]);

    await store.edit(id, { name: 'Shop' });
    const edited = await store.byCode('mall');
    expect(edited).toMatchObject({ name: 'Shop', descriptions: chinese.descriptions });
    expect(edited).not.toHaveProperty('names');
    expect(await listed({ keyword: '商城' })).toEqual([0]);

    await store.edit(id, { name: 'Mall', author: null });
    expect((await store.ofCodes(['mall'])).get('mall')).toMatchObject({ ...chinese, author: null });
    await store.edit(id, {}, { ...mall, names: { 'zh-CN': '商店' } });
    const [row] = (await store.page({ keyword: '商店' }, { pageNum: 1, pageSize: 9 })).rows;
    expect(row?.names).toEqual({ 'zh-CN': '商店' });
    expect(row).not.toHaveProperty('descriptions');
  });

  it('keep the translations of the publisher, while others follow the package', async () => {
    const mall = { code: 'mall', name: 'Mall', description: 'Goods.' } as AppManifest;
    const chinese = { names: { 'zh-CN': '商城' }, descriptions: { zh: '出售商品' } };
    const id = await store.insert('mall', listingFrom(mall), { ...mall, ...chinese });
    const texts = async () => {
      const { name, names, descriptions } = (await store.byId(id))!;
      return { name, names, descriptions };
    };
    // A form sends what it shows: that alone makes nothing the publisher's own.
    await store.edit(id, { ...chinese, author: 'Bob' });
    const next = { ...mall, names: { 'zh-CN': '商店' }, descriptions: { zh: '商品' } };
    await store.edit(id, {}, next);
    expect(await texts()).toEqual({ name: 'Mall', names: next.names, descriptions: next.descriptions });

    const names = { 'zh-CN': '市场' };
    await store.edit(id, { names });
    await store.edit(id, {}, { ...next, names: { 'zh-CN': '集市' } });
    expect(await texts()).toEqual({ name: 'Mall', names, descriptions: next.descriptions });
    expect([await listed({ keyword: '市场' }), await listed({ keyword: '集市' })]).toEqual([
      [1, 'mall'],
      [0],
    ]);

    // One that still stands beside another name is meant for it, too.
    await store.edit(id, { description: 'Things.', descriptions: next.descriptions });
    expect(await texts()).toMatchObject({ names, descriptions: next.descriptions });
    await store.edit(id, { names: { 'zh-CN': '集市' } });
    await store.edit(id, {}, next);
    expect((await texts()).names).toEqual(next.names);
    await store.edit(id, { names: {} });
    expect((await texts()).names).toBeUndefined();
  });

  it('have none that a host wrote which knows no other languages', async () => {
    const id = await insert('demo', 'Demo');
    expect(Object.keys((await store.byId(id)) ?? {})).not.toContain('names');
    await store.edit(id, { name: 'New' });
    expect(await store.byId(id)).toMatchObject({ name: 'New' });
    // Texts of no package: they would keep those of the next one from being shown.
    expect(await database.query.selectFrom('app_info').select('shipped_json').execute()).toEqual([
      { shipped_json: null },
    ]);
  });

  it('count the installations of all tenants, and the versions', async () => {
    const installs = new InstallStore(database, snowflakes, systemClock);
    const versions = new VersionStore(database, snowflakes);
    for (const tenantId of ['a', 'b'])
      await installs.begin(installs.nextId(), tenantId, 'demo', '1.0.0', null);
    await installs.begin(installs.nextId(), 'a', 'other', '1.0.0', null);
    await versions.insert(
      {
        ...{ appId: 1, appCode: 'demo', version: '1.0.0', releaseNotes: null, packageUrl: '' },
        ...{ packageSize: 1, packageMd5: '', packageSha256: '', manifestJson: '{}' },
        ...{ signatureState: 'unsigned', signerKeyId: null, publisher: null },
      },
      { icon: null, files: [], scripts: [], signature: null, warnings: [] },
    );
    const counts = await requestContext.runAs('a', () => store.counts(['demo', 'gone']));
    expect([...counts]).toEqual([
      ['demo', { installs: 2, versions: 1 }],
      ['gone', { installs: 0, versions: 0 }],
    ]);
    expect((await store.counts([])).size).toBe(0);
  });
});

it('a listing takes its words from the manifest, unless the publisher gave others', () => {
  const manifest = {
    ...{ code: 'demo', name: 'Demo', version: '1.0.0', description: 'Old.', icon: 'i.svg' },
    ...{ category: 'tools', author: 'Ann', homepage: 'https://demo' },
  } as unknown as AppManifest;
  const own = { name: 'Demo', description: 'Old.', icon: 'i.svg', category: 'tools' };
  const rest = { author: 'Ann', homepage: 'https://demo' };
  expect(listingFrom(manifest)).toEqual({ ...own, ...rest });
  expect(listingFrom(manifest, { name: 'New', description: 'New.' })).toEqual({
    ...{ ...own, ...rest, name: 'New', description: 'New.' },
  });
  expect(listingFrom({ name: 'Bare' } as AppManifest)).toEqual({
    ...{ name: 'Bare', description: null, icon: null, category: null, author: null, homepage: null },
  });
});
