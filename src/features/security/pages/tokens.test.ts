import { flushPromises } from '@vue/test-utils';
import { afterEach, expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import { chooseInRow } from '@/shared/testing/page-actions.ts';
import messages from '../i18n/en-US.ts';
import Tokens from './tokens.vue';

const later = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const token = (tokenId: number, change: object = {}) => ({
  ...{ tokenId, name: `token-${tokenId}`, userId: 5, userName: 'ada', scopes: ['a:b:c', 'd:e:f'] },
  ...{ createTime: later(-9), lastUsed: null, lastIp: null, expires: later(9) },
  ...change,
});

let unmount: (() => void) | undefined;
afterEach(() => unmount?.());

async function listed(permissions: string[] = ['system:token:remove']) {
  const rows = [
    token(1),
    token(2, { scopes: ['*:*:*'], lastUsed: later(-1), lastIp: '192.0.2.7' }),
    token(3, { expires: later(-1), lastUsed: later(-1) }),
  ];
  const http = {
    list: vi.fn(async () => ({ total: rows.length, rows })),
    delete: vi.fn(async () => ({ changed: 2 })),
  };
  const mounted = await mountPage(Tokens, {
    messages: { security: messages },
    permissions,
    http: http as never,
  });
  unmount = () => mounted.page.unmount();
  const agree = async () => {
    await mounted.confirm.open.value?.run?.();
    mounted.confirm.open.value?.answer(true);
    await flushPromises();
  };
  return { ...mounted, http, agree };
}

it('design 11.7: tells of each token what it may do, when it was used, and its end', async () => {
  const { page } = await listed([]);
  const [unused, all, expired] = page.findAll('tbody tr');
  expect(unused?.text()).toContain(messages.tokens.unused);
  expect(unused?.get('details').text()).toContain('a:b:c d:e:f');
  expect(all?.text()).toContain(messages.tokens.everything);
  expect(all?.text()).toContain('192.0.2.7');
  expect(all?.text()).not.toContain(messages.tokens.unused);
  expect(expired?.find('.muted').text()).toMatch(/expired/i);
  expect(unused?.text()).not.toMatch(/expired/i);
  expect(page.findAll('[aria-label^="More actions"]')).toEqual([]);
});

it('revokes a token, or all of its owner, after the question', async () => {
  const { page, http, confirm, notices, agree } = await listed();
  await chooseInRow(page, 'token-1', messages.tokens.one.short);
  confirm.open.value?.answer(false);
  await flushPromises();
  expect(notices.shown.value).toEqual([]);
  await chooseInRow(page, 'token-1', messages.tokens.one.short);
  await agree();
  expect(http.delete).toHaveBeenCalledExactlyOnceWith('/system/token/1');
  expect(notices.shown.value[0]?.text).toMatch(/2/);
  expect(http.list).toHaveBeenCalledTimes(2);
  await chooseInRow(page, 'token-2', messages.tokens.all.short.replace('{userName}', 'ada'));
  await agree();
  expect(http.delete).toHaveBeenLastCalledWith('/system/token/user/5');
});
