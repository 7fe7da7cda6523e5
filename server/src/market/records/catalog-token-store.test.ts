import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SnowflakeIds } from '../../data/ids/snowflake-ids.ts';
import type { Database } from '../../data/index.ts';
import { openHostDatabase } from '../../data/testing/open.ts';
import { systemClock } from '../../kernel/index.ts';
import type { RightsLog } from '../../system/index.ts';
import { CatalogTokenStore } from './catalog-token-store.ts';

describe('the tokens of the catalog', () => {
  let database: Database;
  let store: CatalogTokenStore;
  let recorded: unknown[];
  let broken: boolean;

  beforeAll(async () => {
    database = await openHostDatabase({ type: 'sqlite', file: ':memory:' });
    const rights = {
      record: async (change: unknown) => {
        if (broken) throw new Error('no log');
        recorded.push(change);
      },
    } as unknown as RightsLog;
    store = new CatalogTokenStore(database, new SnowflakeIds(systemClock, 1), rights);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    recorded = [];
    broken = false;
    await database.query.deleteFrom('app_catalog_token').execute();
  });
  const insert = (name: string) =>
    store.insert({
      ...{ name, tokenPrefix: 'pct_', tokenHash: `hash of ${name}`, expireTime: null, issuedBy: 'ann' },
    });

  it('are found by hash and id, and recorded as rights', async () => {
    const tokenId = await insert('build');
    const token = { tokenId, name: 'build', tokenPrefix: 'pct_', issuedBy: 'ann', revokedTime: null };
    expect(await store.byHash('hash of build')).toMatchObject(token);
    expect(await store.byId(tokenId)).toMatchObject(token);
    expect([await store.byHash('hash'), await store.byId(1)]).toEqual([undefined, undefined]);
    expect(recorded).toEqual([{ kind: 'catalog-token', subject: 'build', before: [], after: ['catalog'] }]);
  });

  it('are listed in pages, newest first', async () => {
    const [first, second, third] = [await insert('1'), await insert('2'), await insert('3')];
    const page = async (pageNum: number) => {
      const { total, rows } = await store.page({ pageNum, pageSize: 2 });
      return [total, ...rows.map(({ tokenId }) => tokenId)];
    };
    expect([await page(1), await page(2)]).toEqual([
      [3, third, second],
      [3, first],
    ]);
  });

  it('are revoked one by one, and recorded', async () => {
    const [one, other] = [await insert('one'), await insert('other')];
    const token = await store.byId(one);
    if (!token) throw new Error('There is no token.');
    await store.revoke(token, '2026-01-01');
    expect((await store.byId(one))?.revokedTime).toBe('2026-01-01');
    expect((await store.byId(other))?.revokedTime).toBeNull();
    expect(recorded.at(-1)).toEqual({
      ...{ kind: 'catalog-token', subject: 'one', before: ['catalog'], after: [] },
    });
  });

  it('do not change where the change cannot be recorded', async () => {
    const token = await store.byId(await insert('one'));
    if (!token) throw new Error('There is no token.');
    broken = true;
    await expect(store.revoke(token, '2026-01-01')).rejects.toThrow('no log');
    await expect(insert('other')).rejects.toThrow('no log');
    expect((await store.page({ pageNum: 1, pageSize: 9 })).rows).toMatchObject([
      { name: 'one', revokedTime: null },
    ]);
  });
});
