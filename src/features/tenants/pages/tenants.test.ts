import { flushPromises } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { ApiError } from '@/shared/http';
import { sessionServiceKey } from '@/shared/session';
import { mountPage } from '@/shared/testing/mount-page.ts';
import type { Menu, Tenant } from '../api/tenants-api.ts';
import messages from '../i18n/en-US.ts';
import TenantDetail from './detail.vue';

const acme: Tenant = {
  ...{ tenantId: 'acme', name: 'Acme', contactName: 'Ada', contactPhone: null, status: 1 },
  ...{ expireTime: null, maxUsers: 10, maxStorage: null, applications: null, excludedMenus: [] },
  ...{ remark: null, createTime: '2026-01-01T00:00:00.000Z', updateTime: '2026-01-02T00:00:00.000Z' },
};
const menu = (menuId: number, parentId: number, menuName: string) =>
  ({
    ...{ menuId, parentId, menuName, menuKey: `host:${menuName.toLowerCase()}`, orderNum: menuId },
    ...{ appCode: null, menuType: 'C' },
  }) as Menu;
const all = ['tenant:query', 'tenant:edit', 'tenant:remove', 'menu:list'].map((key) => `system:${key}`);

async function shown(permissions: string[], { tenant = acme, tab = '', put = vi.fn() } = {}) {
  const usage = { users: 10, roles: 2, storage: 5_000_000, applications: ['hello'] };
  const get = vi.fn(async (path: string) => (path.endsWith('/usage') ? usage : tenant));
  const list = vi.fn(async (path: string) =>
    path.startsWith('/system/menu/list')
      ? { total: 3, rows: [menu(2, 1, 'Users'), menu(1, 0, 'System'), menu(3, 0, 'Market')] }
      : { total: 1, rows: [{ appCode: 'hello', name: 'Hello' }] },
  );
  const mounted = await mountPage(TenantDetail, {
    messages: { tenants: messages },
    props: { tenantId: tenant.tenantId },
    permissions,
    http: { get, list, put } as never,
    at: `/tenants/list/${tenant.tenantId}${tab}`,
    provide: { [sessionServiceKey as symbol]: {} },
  });
  return { ...mounted, get, put };
}

it('design 15.4: a tenant has a page with its data and how much of its limits it uses', async () => {
  const { page, titles } = await shown(all);
  expect(titles).toContain('Acme');
  expect(page.get('h1').text()).toBe('Acme');
  expect(page.get('[role=progressbar][aria-label=Users]').attributes('aria-valuenow')).toBe('100');
  expect(page.text()).toContain('10 of 10');
  expect(page.text()).toContain('5 MB, no limit');
  expect(page.text()).toContain('hello');
  expect(page.get('.login-address').text()).toContain('/login?tenant=acme');
  expect(page.findAll('[role=tab], nav a').map((tab) => tab.text())).toEqual([
    'Overview',
    'What it may have',
  ]);
  page.unmount();
});

it('the platform has no package, and nothing that ends it is offered', async () => {
  const { page } = await shown(all, { tenant: { ...acme, tenantId: '000000' }, tab: '?tab=package' });
  expect(page.text()).not.toContain('Pages of the platform');
  expect(page.text()).not.toContain('Remove');
  page.unmount();
});

it('a package without a page sends that page, and its pages below are gone with it', async () => {
  const { page, put } = await shown(all, { tab: '?tab=package' });
  const boxes = () => page.findAll<HTMLInputElement>('input[type=checkbox]');
  expect(page.findAll('li').map((line) => line.text())).toEqual(['System', 'Users', 'Market']);
  const save = () => page.get('button[type=submit]');
  expect(save().attributes('disabled')).toBeDefined();
  await boxes()[0]?.setValue(false);
  expect(boxes().map(({ element }) => [element.checked, element.disabled])).toEqual([
    [false, false],
    [false, true],
    [true, false],
  ]);
  await page.get('form').trigger('submit');
  await flushPromises();
  expect(put).toHaveBeenCalledExactlyOnceWith('/system/tenant', {
    ...{ tenantId: 'acme', applications: null, excludedMenus: ['host:system'] },
    updateTime: acme.updateTime,
  });
  page.unmount();
});

it('design 12.1-3: a package that somebody else has changed meanwhile is shown, and is not lost', async () => {
  const put = vi.fn().mockRejectedValueOnce(
    new ApiError({
      ...{ code: 'CHANGED_MEANWHILE', status: 409, message: 'Changed' },
      details: {
        record: { ...acme, excludedMenus: ['host:market'], updateTime: '2026-01-03T00:00:00.000Z' },
        ...{ changedBy: 'eve', changedAt: '2026-01-03T00:00:00.000Z' },
      },
    }),
  );
  const { page } = await shown(all, { tab: '?tab=package', put });
  await page.findAll('input[type=checkbox]')[0]?.setValue(false);
  await page.get('form').trigger('submit');
  await flushPromises();
  expect(page.text()).toContain('eve');
  expect(page.findAll<HTMLInputElement>('input[type=checkbox]')[0]?.element.checked).toBe(false);
  await page.get('form').trigger('submit');
  await flushPromises();
  expect(put.mock.lastCall?.[1]).toMatchObject({
    excludedMenus: ['host:system'],
    updateTime: '2026-01-03T00:00:00.000Z',
  });
  page.unmount();
});

it('design 5.3: a package that is being changed stays so while the overview is looked at', async () => {
  const { page, router } = await shown(all, { tab: '?tab=package' });
  const first = () => page.findAll<HTMLInputElement>('input[type=checkbox]')[0];
  await first()?.setValue(false);
  await router.push('/tenants/list/acme');
  await flushPromises();
  expect(first()).toBeUndefined();
  await router.push('/tenants/list/acme?tab=package');
  await flushPromises();
  expect(first()?.element.checked).toBe(false);
  page.unmount();
});

it('a reader of tenants sees the package without a way to change it', async () => {
  const { page } = await shown(['system:tenant:query', 'system:menu:list'], { tab: '?tab=package' });
  expect(page.findAll('input[type=checkbox]:not(:disabled)')).toEqual([]);
  expect(page.find('button[type=submit]').exists()).toBe(false);
  page.unmount();
});

it('shows a remark, a contact and the end of a tenant only where there are any', async () => {
  const { page } = await shown(all);
  expect(page.find('.remark').exists()).toBe(false);
  expect(page.find('a[href^="tel:"]').exists()).toBe(false);
  expect(page.text()).toContain('Never');
  page.unmount();
  const tenant = {
    ...{ ...acme, remark: 'Pays late.', contactPhone: '+49 30 1', contactName: null },
    expireTime: '2030-02-01T12:00:00.000Z',
  };
  const { page: other } = await shown(all, { tenant });
  expect(other.get('.remark').text()).toBe('Pays late.');
  expect(other.get('a[href="tel:+49 30 1"]').text()).toBe('+49 30 1');
  expect(other.text()).toContain('2030');
  other.unmount();
});

it('the first tenant has a Chinese name, until somebody gives it another', async () => {
  const tenant = { ...acme, tenantId: '000000', name: 'Application Plugin Platform' };
  const { page, titles, speak } = await shown(all, { tenant });
  expect(page.get('h1').text()).toBe('Application Plugin Platform');
  await speak('zh-CN');
  expect([page.get('h1').text(), titles.at(-1)]).toEqual(['应用平台', '应用平台']);
  page.unmount();
});
