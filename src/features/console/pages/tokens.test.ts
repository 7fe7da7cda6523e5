import { flushPromises } from '@vue/test-utils';
import { afterEach, expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import { buttonOf, chooseInRow, submitDrawer } from '@/shared/testing/page-actions.ts';
import type { CatalogToken } from '../api/token-api.ts';
import messages from '../i18n/en-US.ts';
import Tokens from './tokens.vue';

const token = (change: Partial<CatalogToken>): CatalogToken => ({
  ...{ tokenId: 7, name: 'Branch', tokenPrefix: 'pct_ab', issuedBy: 'admin' },
  ...{ createTime: '2026-11-01T00:00:00.000Z', expireTime: null, revokedTime: null },
  ...{ lastUsedTime: null, lastUsedIp: null },
  ...change,
});

let unmount: (() => void) | undefined;
afterEach(() => unmount?.());

async function listed(rows: readonly CatalogToken[], permissions: string[]) {
  const list = vi.fn(async () => ({ total: rows.length, rows }));
  const post = vi.fn(async () => ({ ...token({}), token: 'pct_secret' }));
  const mounted = await mountPage(Tokens, {
    messages: { console: messages },
    permissions,
    http: { list, post } as never,
  });
  unmount = () => mounted.page.unmount();
  return { ...mounted, list, post };
}

it('issues a token for a year, shows it once, and lists it', async () => {
  const { page, list, post } = await listed([token({})], ['app:console:add']);
  await buttonOf(page, 'Issue a token')?.trigger('click');
  await flushPromises();
  await submitDrawer(' Branch ');
  await vi.waitFor(() => expect(document.body.textContent).toContain('pct_secret'));
  expect(post).toHaveBeenCalledWith('/app/console/catalog-token', { name: 'Branch', expiresInDays: 365 });
  expect(document.querySelector('.token-settings')?.textContent).toContain('token: pct_secret');
  expect(list).toHaveBeenCalledTimes(2);
});

it('offers a new token only to those who may issue one', async () => {
  const { page } = await listed([], []);
  expect(buttonOf(page, 'Issue a token')).toBeUndefined();
});

it('tells the state of each token, and revokes an active one only', async () => {
  const { page } = await listed(
    [
      token({ lastUsedTime: '2026-11-02T00:00:00.000Z', lastUsedIp: '192.0.2.7' }),
      token({ tokenId: 8, name: 'Old', expireTime: '2020-01-01T00:00:00.000Z' }),
      token({ tokenId: 9, name: 'Gone', revokedTime: '2026-11-02T00:00:00.000Z' }),
    ],
    ['app:console:edit'],
  );
  const rows = page.findAll('tbody tr').map((row) => row.text());
  expect(rows[0]).toMatch(/Branch.*Active.*Until it is revoked/);
  expect(rows[1]).toMatch(/Old.*Expired.*Not used/i);
  expect(rows[2]).toMatch(/Gone.*Revoked/);
  expect(page.find('[title="192.0.2.7"]').exists()).toBe(true);
  const revocable = page.findAll('[aria-label^="More actions"]').map((one) => one.attributes('aria-label'));
  expect(revocable).toEqual(['More actions: Branch']);
});

it('revokes after the question, says so, and lists anew', async () => {
  const { page, post, list, confirm, notices } = await listed([token({})], ['app:console:edit']);
  await chooseInRow(page, 'Branch', messages.tokens.revoke.short);
  confirm.open.value?.answer(false);
  await flushPromises();
  expect(notices.shown.value).toEqual([]);
  await chooseInRow(page, 'Branch', messages.tokens.revoke.short);
  await confirm.open.value?.run?.();
  confirm.open.value?.answer(true);
  await flushPromises();
  expect(post).toHaveBeenCalledExactlyOnceWith('/app/console/catalog-token/7/revoke', {});
  expect(notices.shown.value[0]).toMatchObject({ tone: 'good' });
  expect(list).toHaveBeenCalledTimes(2);
});
