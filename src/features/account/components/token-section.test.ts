import { uiServicesKey } from '@platform/remote-app';
import { createTestRuntime, createTestUiServices } from '@platform/remote-app/testing';
import { flushPromises, mount } from '@vue/test-utils';
import { createPinia } from 'pinia';
import { describe, expect, it, vi } from 'vitest';
import { createI18n } from 'vue-i18n';
import { confirmKey, createConfirmService, createNotices, noticesKey } from '@/shared/feedback';
import shared from '@/shared/i18n/messages/en-US';
import { mountPage } from '@/shared/testing/mount-page.ts';
import type { AccountApi, ScriptToken } from '../api/account-api.ts';
import messages from '../i18n/en-US.ts';
import TokenDrawer from './TokenDrawer.vue';
import TokenSection from './TokenSection.vue';

const later = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const token = (change: Partial<ScriptToken>): ScriptToken => ({
  tokenId: 7,
  name: 'nightly',
  userId: 1,
  userName: 'admin',
  scopes: ['system:dict:list'],
  expires: later(3),
  lastUsed: null,
  lastIp: null,
  createTime: later(-30),
  ...change,
});

const menus = [
  {
    menuId: 1,
    parentId: 0,
    menuKey: 'host:dictionaries',
    menuName: 'Dictionaries',
    perms: 'system:dict:list',
  },
];

async function section(...tokens: ScriptToken[]) {
  const i18n = createI18n({
    legacy: false,
    locale: 'en-US',
    messages: { 'en-US': { account: messages, shared } },
  });
  const revoke = vi.fn(() => Promise.resolve({ changed: 1 }));
  const list = vi.fn(() => Promise.resolve(tokens));
  const confirm = createConfirmService();
  const provide = {
    [uiServicesKey as symbol]: createTestUiServices(createTestRuntime({ code: 'shell' })),
    [confirmKey as symbol]: confirm,
    [noticesKey as symbol]: createNotices(),
  };
  const api = { tokens: { list, revoke }, menus: async () => menus } as unknown as AccountApi;
  const wrapper = mount(TokenSection, {
    props: { api },
    global: { plugins: [createPinia(), i18n], provide },
  });
  await flushPromises();
  return { wrapper, list, revoke, confirm };
}

it('a new token says what is missing instead of a disabled button', async () => {
  const issue = vi.fn();
  const api = { tokens: { issue }, menus: async () => menus } as unknown as AccountApi;
  const { page } = await mountPage(TokenDrawer, {
    messages: { account: messages },
    props: { modelValue: false, api },
    permissions: ['system:dict:list'],
    http: {},
  });
  await page.setProps({ modelValue: true });
  await flushPromises();
  const drawer = document.querySelector('[role=dialog]');
  expect(drawer?.textContent).toMatch(/Dictionaries\s*system:dict:list/);
  drawer?.querySelector('form')?.dispatchEvent(new Event('submit'));
  await vi.waitFor(() => expect(drawer?.textContent).toContain('Select what the script may do.'));
  expect(issue).not.toHaveBeenCalled();
  page.unmount();
});

describe('the tokens of the account', () => {
  it.each([
    ['unused', {}, /One permission.*Expires on .*Not used yet/],
    ['used', { lastUsed: later(-2), scopes: ['a:b:c', 'a:b:d'] }, /2 permissions.*Last used/],
    ['expired', { expires: later(-1) }, /Expired on /],
    ['named', {}, /Dictionaries system:dict:list/],
    ['for everything', { scopes: ['*:*:*'] }, /Everything that you may do/],
  ])('show a token that is %s', async (_, change, text) => {
    const { wrapper } = await section(token(change));
    expect(wrapper.get('li').text().replaceAll(/\s+/g, ' ')).toMatch(text);
  });

  it('revoke only after the question, and then load anew', async () => {
    const { wrapper, list, revoke, confirm } = await section(token({}));
    const button = wrapper.get('[aria-label="Revoke: nightly"]');
    await button.trigger('click');
    await flushPromises();
    confirm.open.value?.answer(false);
    await flushPromises();
    expect(revoke).not.toHaveBeenCalled();
    await button.trigger('click');
    await flushPromises();
    const question = confirm.open.value;
    await question?.run?.();
    question?.answer(true);
    await flushPromises();
    expect(revoke).toHaveBeenCalledExactlyOnceWith(7);
    expect(list).toHaveBeenCalledTimes(2);
  });
});
