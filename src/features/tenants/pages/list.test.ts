import { flushPromises } from '@vue/test-utils';
import { afterEach, expect, it, vi } from 'vitest';
import { sessionServiceKey } from '@/shared/session';
import { mountPage } from '@/shared/testing/mount-page.ts';
import { buttonOf, chooseInRow, submitDrawer } from '@/shared/testing/page-actions.ts';
import type { Tenant } from '../api/tenants-api.ts';
import messages from '../i18n/en-US.ts';
import Tenants from './list.vue';

const acme: Tenant = {
  ...{ tenantId: 'acme', name: 'Acme', contactName: null, contactPhone: null, status: 1 },
  ...{ expireTime: null, maxUsers: 10, maxStorage: null, applications: null, excludedMenus: [] },
  ...{ remark: null, createTime: '2026-01-01T00:00:00.000Z', updateTime: '2026-01-02T00:00:00.000Z' },
};
const all = ['add', 'edit', 'remove', 'query'].map((right) => `system:tenant:${right}`);

let unmount: (() => void) | undefined;
afterEach(() => unmount?.());

async function listed(rows: readonly Tenant[], added: object = {}) {
  const usage = { users: 2, roles: 1, storage: 0, applications: [] as string[] };
  const http = {
    list: vi.fn(async () => ({ total: rows.length, rows })),
    get: vi.fn(async () => usage),
    post: vi.fn(async () => added),
    put: vi.fn(async () => undefined),
    delete: vi.fn(async () => undefined),
  };
  const mounted = await mountPage(Tenants, {
    messages: { tenants: messages },
    permissions: all,
    http: http as never,
    at: '/tenants/list',
    provide: { [sessionServiceKey as symbol]: {} },
  });
  unmount = () => mounted.page.unmount();
  return { ...mounted, http, usage };
}

async function add(page: Awaited<ReturnType<typeof listed>>['page']): Promise<void> {
  await buttonOf(page, messages.add)?.trigger('click');
  await flushPromises();
  await submitDrawer('acme', 'Acme', 'ada');
}

it('adds a tenant with its first administrator, and shows a generated password once', async () => {
  const result = { tenantId: 'acme', adminUserName: 'ada', adminPassword: 'Violet-Kettle' };
  const { page, router, http, notices } = await listed([], result);
  await add(page);
  await vi.waitFor(() => expect(document.body.textContent).toContain('Violet-Kettle'));
  expect(document.querySelector('.added-login')?.textContent).toContain('/login?tenant=acme');
  const [path, body] = http.post.mock.lastCall as unknown as [string, object];
  expect(path).toBe('/system/tenant');
  expect(body).toMatchObject({ tenantId: 'acme', name: 'Acme', adminUserName: 'ada' });
  expect(body).not.toHaveProperty('adminPassword');
  expect(notices.shown.value).toEqual([]);
  expect(http.list).toHaveBeenCalledTimes(2);
  expect(router.currentRoute.value.fullPath).toBe('/tenants/list');
  [...document.querySelectorAll('button')]
    .find((button) => button.textContent?.trim() === messages.noted)
    ?.click();
  await vi.waitFor(() => expect(router.currentRoute.value.fullPath).toBe('/tenants/list/acme?tab=package'));
});

it('says that a tenant is saved where its password was given, and lists anew', async () => {
  const { page, router, http, notices } = await listed([], { tenantId: 'acme', adminUserName: 'ada' });
  await add(page);
  await vi.waitFor(() => expect(notices.shown.value[0]?.text).toBe('Acme is saved.'));
  await vi.waitFor(() => expect(router.currentRoute.value.fullPath).toBe('/tenants/list/acme?tab=package'));
  expect(http.list).toHaveBeenCalledTimes(2);
});

it('tells the limits of each tenant', async () => {
  const { page } = await listed([
    acme,
    { ...acme, tenantId: 'b', maxUsers: null, maxStorage: 5_000_000, applications: ['crm', 'mall'] },
    { ...acme, tenantId: 'c', applications: [], expireTime: '2030-02-01T00:00:00.000Z' },
  ]);
  const [one, two, three] = page.findAll('tbody tr').map((row) => row.text());
  expect(one).toMatch(/10No limitAllNever/);
  expect(two).toMatch(/No limit5 MBcrm, mallNever/);
  expect(three).toMatch(/None.*2030/);
});

it('opens a tenant from its row', async () => {
  const { page, router } = await listed([acme]);
  await page.get('[aria-label="Open: Acme"]').trigger('click');
  await flushPromises();
  expect(router.currentRoute.value.path).toBe('/tenants/list/acme');
});

it('disables a tenant after the question', async () => {
  const { page, http, confirm, notices } = await listed([acme]);
  await chooseInRow(page, 'Acme', messages.disable.short);
  await confirm.open.value?.run?.();
  confirm.open.value?.answer(true);
  await flushPromises();
  expect(http.put).toHaveBeenCalledWith('/system/tenant', { tenantId: 'acme', status: 0 });
  expect(notices.shown.value[0]?.tone).toBe('good');
  expect(http.list).toHaveBeenCalledTimes(2);
});

it('removes a tenant by its typed identifier, and only where no application is installed', async () => {
  const { page, http, usage, confirm, notices } = await listed([acme]);
  usage.applications.push('crm');
  await chooseInRow(page, 'Acme', messages.remove.short);
  expect(notices.shown.value[0]).toMatchObject({ tone: 'warn' });
  expect(confirm.open.value).toBeUndefined();
  usage.applications.pop();
  await chooseInRow(page, 'Acme', messages.remove.short);
  expect(confirm.open.value).toMatchObject({ typed: 'acme', danger: true });
  await confirm.open.value?.run?.();
  confirm.open.value?.answer(true);
  await flushPromises();
  expect(http.delete).toHaveBeenCalledOnce();
  expect(http.list).toHaveBeenCalledTimes(2);
});
