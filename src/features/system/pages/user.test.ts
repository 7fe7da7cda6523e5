import { uiServicesKey } from '@platform/remote-app';
import { createTestRuntime, createTestUiServices } from '@platform/remote-app/testing';
import type { SessionInfo } from '@platform/host-api';
import { flushPromises, mount } from '@vue/test-utils';
import { createPinia } from 'pinia';
import { expect, it, vi } from 'vitest';
import { defineComponent, h } from 'vue';
import { createI18n } from 'vue-i18n';
import { createMemoryHistory, createRouter, RouterView } from 'vue-router';
import { confirmKey, createConfirmService, createNotices, noticesKey } from '@/shared/feedback';
import { httpKey, type HttpClient } from '@/shared/http';
import shared from '@/shared/i18n/messages/en-US';
import { navigationKey, pageContextKey } from '@/shared/page';
import { useSessionStore } from '@/shared/session';
import type { User } from '../api/records.ts';
import messages from '../i18n/en-US.ts';
import { useUserBulk } from '../model/use-user-bulk.ts';
import UserPage from './user.vue';

const ada: User = {
  userId: 7,
  userName: 'ada',
  nickName: 'Ada',
  email: null,
  phone: null,
  avatar: null,
  status: 1,
  lastLoginTime: null,
  lastLoginIp: null,
  lockedUntil: null,
  secondFactor: false,
  remark: null,
  createTime: '2026-01-01T00:00:00.000Z',
  updateTime: '2026-01-01T00:00:00.000Z',
  roles: [{ roleId: 3, roleKey: 'clerk', roleName: 'Clerk' }],
  deptId: null,
  deptName: 'Sales',
  postIds: [],
};
const session = { sessionId: 9, userName: 'ada', ip: '10.0.0.7', userAgent: null, lastSeen: ada.createTime };

const sales = { deptId: 3, parentId: 0, deptName: 'Sales' };
const dictionaries = {
  ...{ menuId: 1, parentId: 0, menuKey: 'host:dictionaries', menuName: 'Dictionaries' },
  perms: 'system:dict:list',
};

async function shell(permissions: string[], page: object = UserPage, user: User = ada) {
  const i18n = createI18n({
    legacy: false,
    locale: 'en-US',
    messages: { 'en-US': { system: messages, shared } },
  });
  const http = {
    get: vi.fn(async (path: string) => {
      if (path.endsWith('/rights')) return [{ permission: 'system:dict:list', roles: ['Clerk'] }];
      if (path === '/system/dept/choices') return [sales, { deptId: 4, parentId: 3, deptName: 'North' }];
      return path === '/system/user/7' ? user : [];
    }),
    list: vi.fn(async (path: string) => ({
      total: 1,
      rows: path === '/system/menu/grantable' ? [dictionaries] : [session],
    })),
    put: vi.fn(async () => undefined),
    delete: vi.fn(async () => ({ changed: 1 })),
  };
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [
      { path: '/users/:userId', component: page, props: true },
      { path: '/:rest(.*)', component: { render: () => null } },
    ],
  });
  const pinia = createPinia();
  const store = useSessionStore(pinia);
  store.profile = { permissions, roles: [], user: { userId: 1 } } as unknown as SessionInfo;
  await router.push('/users/7');
  const confirm = createConfirmService();
  const notices = createNotices();
  const wrapper = mount(RouterView, {
    global: {
      plugins: [pinia, i18n, router],
      provide: {
        [uiServicesKey as symbol]: createTestUiServices(createTestRuntime({ code: 'shell' })),
        [httpKey as symbol]: http as unknown as HttpClient,
        [confirmKey as symbol]: confirm,
        [noticesKey as symbol]: notices,
        [pageContextKey as symbol]: {
          ...{ setUnsaved: vi.fn(), setMark: vi.fn() },
          addressOf: (path: string) => `${path}?name=a`,
        },
        [navigationKey as symbol]: { pagePath: (component: string) => `/${component}` },
      },
    },
  });
  await flushPromises();
  const open = async (tab: string) => {
    await router.push(`/users/7?tab=${tab}`);
    await flushPromises();
    return wrapper.text();
  };
  const choose = async (label: string) => {
    await wrapper.get('button[aria-haspopup=menu]').trigger('click');
    await flushPromises();
    const items = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')];
    const labels = items.map((item) => item.textContent?.trim());
    items[labels.indexOf(label)]?.click();
    await flushPromises();
    return labels;
  };
  return { wrapper, http, open, confirm, notices, router, choose };
}

it('design 15.4: a user has a page with data, rights by role, and sessions', async () => {
  const { wrapper, open, http } = await shell([
    'system:user:query',
    'system:online:list',
    'system:role:query',
  ]);
  expect(wrapper.text()).toContain('Sales');
  const links = wrapper.findAll('a').map((link) => link.attributes('href'));
  expect(links).toContain('/host:system/roles/3');
  expect(links).toContain('/host:audit/operations?userName=ada&range=all');
  expect(await open('rights')).toMatch(/Dictionaries.*system:dict:list.*Clerk/);
  expect(await open('sessions')).toContain('10.0.0.7');
  expect(http.list).toHaveBeenCalledWith(
    '/system/online/list',
    expect.objectContaining({ userName: 'ada' }),
    expect.anything(),
  );
});

it('names the department by its path, as several have its name', async () => {
  const { wrapper } = await shell(['system:user:query'], UserPage, { ...ada, deptId: 4, deptName: 'North' });
  expect(wrapper.text()).toContain('Sales / North');
});

it('offers to unlock a locked account only, and to others the end of waits', async () => {
  const free = await shell(['system:user:edit']);
  expect(await free.choose('')).toContain('End waits after failed logins');
  document.body.innerHTML = '';
  const locked = { ...ada, lockedUntil: '9999-01-01T00:00:00.000Z' };
  const held = await shell(['system:user:edit'], UserPage, locked);
  const labels = await held.choose('');
  expect(labels).toContain('Unlock');
  expect(labels).not.toContain('Lock');
  document.body.innerHTML = '';
});

it('leads after a removal to the list as it was left', async () => {
  const { choose, confirm, router } = await shell(['system:user:remove']);
  await choose('Remove');
  await confirm.open.value?.run?.();
  confirm.open.value?.answer(true);
  await flushPromises();
  expect(router.currentRoute.value.fullPath).toBe('/users?name=a');
});

it('removes several users at once after a question, without the own account', async () => {
  const host = defineComponent(() => {
    const bulk = useUserBulk({ changed, changeRole: vi.fn() });
    return () =>
      h(
        'div',
        bulk([ada, { ...ada, userId: 8 }, { ...ada, userId: 1 }])
          .filter(({ when }) => when !== false)
          .map((action) => h('button', { onClick: () => action.run() }, action.label)),
      );
  });
  const changed = vi.fn();
  const { wrapper, http, confirm } = await shell(['system:user:remove'], host);
  expect(wrapper.findAll('button').map((one) => one.text())).toEqual(['Remove']);
  await wrapper.get('button').trigger('click');
  expect(confirm.open.value?.title).toBe('Remove 2 records?');
  await confirm.open.value?.run?.();
  confirm.open.value?.answer(true);
  await flushPromises();
  expect(http.delete.mock.calls).toEqual([['/system/user/7,8']]);
  expect(changed).toHaveBeenCalledOnce();
});

it('shows no sessions to those who may not see them', async () => {
  const { open } = await shell(['system:user:query']);
  expect(await open('sessions')).toContain('Sales');
});

it('design 15.3: several users are disabled at once, the own account left out, and failures named', async () => {
  const host = defineComponent(() => {
    const bulk = useUserBulk({ changed, changeRole });
    return () =>
      h('div', [
        bulk([ada, { ...ada, userId: 8 }, { ...ada, userId: 1 }]).map((action) =>
          h('button', { disabled: action.disabled, onClick: () => action.run() }, action.label),
        ),
      ]);
  });
  const changed = vi.fn();
  const changeRole = vi.fn();
  const { wrapper, http, confirm, notices } = await shell(['system:user:edit'], host);
  const button = (label: string) => wrapper.findAll('button').find((one) => one.text() === label);
  const [enable, disable] = [button('Enable'), button('Disable')];
  expect(enable?.attributes('disabled')).toBeDefined();
  http.put.mockRejectedValueOnce(new Error('out of reach'));
  await disable?.trigger('click');
  await flushPromises();
  const question = confirm.open.value;
  expect(question?.title).toBe('Disable 2 users?');
  await question?.run?.();
  question?.answer(true);
  await flushPromises();
  expect(http.put.mock.calls).toEqual([
    ['/system/user/7/status', { status: 0 }],
    ['/system/user/8/status', { status: 0 }],
  ]);
  expect(notices.shown.value[0]?.text).toContain('1 done, 1 not');
  expect(changed).toHaveBeenCalledOnce();
  await button('Take a role')?.trigger('click');
  expect(changeRole).toHaveBeenCalledWith({
    given: false,
    users: [ada, { ...ada, userId: 8 }],
  });
});
