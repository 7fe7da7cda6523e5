import { flushPromises } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import RoleDrawer from '../components/RoleDrawer.vue';
import messages from '../i18n/en-US.ts';
import Role from './role.vue';

const menu = (menuId: number, parentId: number, menuName: string) => ({
  ...{ menuId, parentId, menuName, menuKey: `host:${menuName.toLowerCase()}`, orderNum: menuId },
  ...{ appCode: null, menuType: parentId === 0 ? 'C' : 'F', perms: `system:${menuName.toLowerCase()}:list` },
  ...{ icon: null, status: 1, visible: true },
});

it('design 5.3: rights that are ticked stay while the details of the role are changed', async () => {
  let roleName = 'Editors';
  const get = vi.fn(async (url: string) => {
    if (!url.startsWith('/system/role/')) return [];
    return {
      ...{ roleId: 7, roleName, roleKey: 'editors', status: 1, isSuper: false, remark: null },
      ...{ menuIds: [], dataScope: 'all', deptIds: [], updateTime: `2026 ${roleName}` },
    };
  });
  const list = vi.fn(async () => ({ total: 2, rows: [menu(1, 0, 'Users'), menu(2, 0, 'Roles')] }));
  const { page } = await mountPage(Role, {
    messages: { system: messages },
    props: { roleId: '7' },
    permissions: ['system:role:edit', 'system:role:query'],
    http: { get, list } as never,
    at: '/system/roles/7',
  });
  await flushPromises();
  const ticked = () =>
    page.findAll<HTMLInputElement>('input[type=checkbox]').filter(({ element }) => element.checked).length;
  await page.findAll<HTMLInputElement>('input[type=checkbox]')[0]?.setValue(true);
  const before = ticked();
  expect(before).toBeGreaterThan(0);
  roleName = 'Writers';
  page.findComponent(RoleDrawer).vm.$emit('saved', undefined);
  await flushPromises();
  expect(page.get('h1').text()).toBe('Writers');
  expect(ticked()).toBe(before);
  page.unmount();
});

it('design 12.1-5: a new role shows what is the own, until somebody widens it', async () => {
  const post = vi.fn(async () => ({ roleId: 8 }));
  const { page } = await mountPage(RoleDrawer, {
    messages: { system: messages },
    props: { role: undefined, modelValue: true },
    http: { post } as never,
  });
  await flushPromises();
  const [name, key] = document.querySelectorAll('.el-drawer input, [role=dialog] input');
  for (const [input, text] of [
    [name, 'Clerks'],
    [key, 'clerks'],
  ] as const) {
    (input as HTMLInputElement).value = text;
    input?.dispatchEvent(new Event('input'));
  }
  await flushPromises();
  document.querySelector('[role=dialog] form, .el-drawer form')?.dispatchEvent(new Event('submit'));
  await vi.waitFor(() =>
    expect(post).toHaveBeenCalledWith('/system/role', expect.objectContaining({ dataScope: 'own' })),
  );
  page.unmount();
});
