import { expect, it } from 'vitest';
import type { CatalogToken, CatalogTokenStore } from '../records/catalog-token-store.ts';
import { CatalogTokens } from './catalog-tokens.ts';

const DAY = 86_400_000;

/** Tokens in memory, and a clock that the test sets. */
function tokens() {
  const rows: Array<CatalogToken & { tokenHash: string }> = [];
  const updates: object[] = [];
  let now = 0;
  const store = {
    insert: async (row: object) => {
      const kept = { revokedTime: null, lastUsedTime: null, ...row, tokenId: rows.length + 1 };
      return rows.push(kept as unknown as (typeof rows)[number]);
    },
    byId: async (id: number) => rows[id - 1],
    byHash: async (hash: string) => rows.find(({ tokenHash }) => tokenHash === hash),
    revoke: async ({ tokenId }: CatalogToken, revokedTime: string) =>
      void Object.assign(rows[tokenId - 1] ?? {}, { revokedTime }),
    update: async (tokenId: number, change: { last_used_time: string; last_used_ip: string }) => {
      updates.push(change);
      Object.assign(rows[tokenId - 1] ?? {}, { lastUsedTime: change.last_used_time });
    },
  } as unknown as CatalogTokenStore;
  return {
    tokens: new CatalogTokens(store, { now: () => now }),
    updates,
    pass: (milliseconds: number) => (now += milliseconds),
  };
}
const refusalOf = (check: Promise<void>): Promise<unknown> =>
  check.then(
    () => 'accepted',
    ({ message }: Error) => message.replace('catalog interface token check failed: ', ''),
  );

it('a token is valid up to the millisecond of its end, or without one', async () => {
  const { tokens: catalog, pass } = tokens();
  const limited = await catalog.issue('a', 2, 'admin');
  expect(limited).toMatchObject({ expireTime: '1970-01-03T00:00:00.000Z', issuedBy: 'admin' });
  const unlimited = await catalog.issue('b', undefined, null);
  expect(unlimited.expireTime).toBeNull();
  pass(2 * DAY - 1);
  expect(await refusalOf(catalog.check(limited.token, 'x'))).toBe('accepted');
  pass(1);
  expect(await refusalOf(catalog.check(limited.token, 'x'))).toBe('the token has expired.');
  expect(await refusalOf(catalog.check(unlimited.token, 'x'))).toBe('accepted');
});

it('is found in its form only', async () => {
  const { tokens: catalog } = tokens();
  const { token, tokenPrefix } = await catalog.issue('a', undefined, null);
  expect([token.slice(0, 10), tokenPrefix.length]).toEqual([tokenPrefix, 10]);
  expect(token).toMatch(/^pct_[\w-]{43}$/);
  for (const wrong of [`${token} `, ` ${token}`, token.slice(4), ''])
    expect(await refusalOf(catalog.check(wrong, 'x')), wrong).toBe('the token is unknown.');
  expect(await refusalOf(catalog.check(undefined, 'x'))).toBe('the token is missing.');
});

it('remembers its last use once a minute', async () => {
  const { tokens: catalog, updates, pass } = tokens();
  const { token } = await catalog.issue('a', undefined, null);
  const used = async (after: number): Promise<number> => {
    pass(after);
    await catalog.check(token, '10.0.0.1');
    return updates.length;
  };
  expect([await used(5_000), await used(59_999), await used(1)]).toEqual([1, 1, 2]);
  expect(updates[0]).toEqual({ last_used_time: '1970-01-01T00:00:05.000Z', last_used_ip: '10.0.0.1' });
});

it('stays revoked at the first time', async () => {
  const { tokens: catalog, pass } = tokens();
  const { tokenId, token } = await catalog.issue('a', undefined, null);
  const revoked = await catalog.revoke(tokenId);
  expect(revoked.revokedTime).toBe('1970-01-01T00:00:00.000Z');
  pass(DAY);
  expect(await catalog.revoke(tokenId)).toEqual(revoked);
  expect(await refusalOf(catalog.check(token, 'x'))).toBe('the token was revoked.');
  await expect(catalog.revoke(9)).rejects.toMatchObject({ code: 'CATALOG_TOKEN_NOT_FOUND', status: 404 });
});
