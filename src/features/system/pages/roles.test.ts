import { flushPromises } from '@vue/test-utils';
import { afterEach, expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import { buttonOf, chooseInRow, openRowMenu, submitDrawer } from '@/shared/testing/page-actions.ts';
import type { Role } from '../api/records.ts';
import messages from '../i18n/en-US.ts';
import Roles from './roles.vue';

const role = (roleId: number, roleName: string, more: Partial<Role> = {}) =>
  ({
    ...{ roleId, roleName, roleKey: roleName.toLowerCase(), dataScope: 'own', status: 1, isSuper: false },
    ...{ remark: null, createTime: '2026-11-24T10:00:00.000Z', updateTime: '2026-11-24T10:00:00.000Z' },
    ...more,
  }) as Role;
const rows = [role(1, 'Owners', { isSuper: true }), role(2, 'Clerks'), role(3, 'Guests', { status: 0 })];
const all = ['query', 'add', 'edit', 'remove'].map((right) => `system:role:${right}`);

let unmount: (() => void) | undefined;
afterEach(() => unmount?.());

async function listed(permissions = all) {
  const http = {
    list: vi.fn(async () => ({ total: rows.length, rows })),
    get: vi.fn(async () => ({ ...rows[1], menuIds: [5], deptIds: [] })),
    post: vi.fn(async (_path: string, _role: object) => ({ roleId: 8 })),
    put: vi.fn(async () => undefined),
    delete: vi.fn(async () => ({ removed: 1 })),
  };
  const mounted = await mountPage(Roles, {
    messages: { system: messages },
    permissions,
    http: http as never,
    at: '/system/roles',
  });
  unmount = () => mounted.page.unmount();
  const row = (at: number) => mounted.page.findAll('tbody tr')[at];
  const agree = async () => {
    await mounted.confirm.open.value?.run?.();
    mounted.confirm.open.value?.answer(true);
    await flushPromises();
  };
  return { ...mounted, http, row, agree };
}

it('shows which roles are disabled, and which has all rights', async () => {
  const { row } = await listed();
  const tags = [0, 1, 2].map((at) =>
    row(at)
      ?.findAll('.state-tag')
      .map((tag) => tag.text()),
  );
  expect(tags[0]).toEqual([expect.any(String), messages.role.super]);
  expect(tags[1]).toEqual([tags[0]?.[0]]);
  expect(tags[2]).toHaveLength(1);
  expect(tags[2]).not.toEqual(tags[1]);
});

it('opens the rights of a role by its row', async () => {
  const { row, router } = await listed();
  await row(1)?.trigger('click');
  await vi.waitFor(() => expect(router.currentRoute.value.path).toBe('/system/roles/2'));
});

it('opens no role for people who may not read its rights, and lets them change none', async () => {
  const { page, row, router } = await listed(['system:role:edit', 'system:role:add']);
  await row(1)?.trigger('click');
  await flushPromises();
  expect(router.currentRoute.value.path).toBe('/system/roles');
  expect(buttonOf(page, messages.role.add)).toBeUndefined();
  const labels = page.findAll('.row-actions button').map((button) => button.attributes('aria-label'));
  expect(labels.join()).not.toContain('Edit: Clerks');
  const text = page
    .findAll('.row-actions')
    .map((actions) => actions.text())
    .join();
  expect(text).not.toContain(messages.role.permissions);
});

it('changes of the role that has all rights only its details', async () => {
  const { page } = await listed();
  const owner = [...(await openRowMenu(page, 'Owners')).keys()].join();
  expect(owner).toContain(messages.edit);
  for (const label of [messages.role.copy, messages.remove, messages.role.disable.short])
    expect(owner).not.toContain(label);
  expect(page.findAll('tbody tr')[0]?.text()).not.toContain(messages.role.disable.short);
});

it.each([
  [1, 'Clerks', messages.role.disable.short, { status: 0 }],
  [2, 'Guests', messages.role.enable.short, { status: 1 }],
])('changes the state of role %i, %s: %s', async (at, name, label, change) => {
  const { page, http, row, agree } = await listed();
  const button = row(at)
    ?.findAll('button')
    .find((each) => each.text() === label);
  if (button) await button.trigger('click');
  else await chooseInRow(page, name, label);
  await agree();
  await vi.waitFor(() => expect(http.put).toHaveBeenCalledOnce());
  expect(http.put).toHaveBeenCalledWith(
    '/system/role',
    expect.objectContaining({ roleId: at + 1, ...change }),
  );
  await vi.waitFor(() => expect(http.list).toHaveBeenCalledTimes(2));
});

it('removes a role, and lists anew', async () => {
  const { page, http, notices } = await listed();
  await chooseInRow(page, 'Clerks', messages.remove);
  expect(http.delete).toHaveBeenCalledExactlyOnceWith('/system/role/2');
  expect(notices.shown.value[0]?.text).toContain('Clerks');
  expect(http.list).toHaveBeenCalledTimes(2);
});

it('leads from a new role to its rights', async () => {
  const { page, http, router, notices } = await listed();
  await buttonOf(page, messages.role.add)?.trigger('click');
  await flushPromises();
  await submitDrawer('Editors', 'editors');
  await vi.waitFor(() => expect(router.currentRoute.value.path).toBe('/system/roles/8'));
  expect(http.post).toHaveBeenCalledOnce();
  expect(notices.shown.value[0]?.text).toBe(messages.role.saved);
});

it('copies a role with its rights under another name', async () => {
  const { page, http } = await listed();
  await chooseInRow(page, 'Clerks', messages.role.copy);
  await submitDrawer('Clerks of the night', 'night');
  await vi.waitFor(() => expect(http.post).toHaveBeenCalledOnce());
  expect(http.post.mock.calls[0]?.[1]).toMatchObject({ roleKey: 'night', menuIds: [5] });
});

it('stays in the list after details of a role were changed, and lists anew', async () => {
  const { page, http, router } = await listed();
  await chooseInRow(page, 'Clerks', messages.edit);
  await submitDrawer('Writers');
  await vi.waitFor(() => expect(http.put).toHaveBeenCalledOnce());
  await vi.waitFor(() => expect(http.list).toHaveBeenCalledTimes(2));
  expect(router.currentRoute.value.path).toBe('/system/roles');
});
