import { flushPromises } from '@vue/test-utils';
import { ElSelect } from 'element-plus/es/components/select/index.mjs';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '@/shared/http';
import { mountPage } from '@/shared/testing/mount-page.ts';
import type { User } from '../api/records.ts';
import messages from '../i18n/en-US.ts';
import UserRoleDrawer from './UserRoleDrawer.vue';

const clerk = { roleId: 3, roleKey: 'clerk', roleName: 'Clerk' };
const guest = { roleId: 4, roleKey: 'guest', roleName: 'Guest' };
const users = [
  { userId: 7, roles: [clerk] },
  { userId: 8, roles: [clerk, guest] },
] as unknown as User[];

afterEach(() => (document.body.innerHTML = ''));

async function drawer(given: boolean) {
  const http = {
    list: vi.fn(async () => ({ total: 1, rows: [{ ...guest, roleId: 900 }] })),
    post: vi.fn(async () => ({ changed: 1 })),
    delete: vi.fn(async () => ({ changed: 2 })),
  };
  const { page, notices } = await mountPage(UserRoleDrawer, {
    messages: { system: messages },
    props: { modelValue: false, change: { given, users } },
    http: http as never,
  });
  await page.setProps({ modelValue: true });
  await flushPromises();
  const field = page.findComponent(ElSelect);
  const form = document.querySelector<HTMLFormElement>('.el-drawer form');
  async function choose(roleId: number) {
    field.vm.$emit('update:modelValue', roleId);
    await flushPromises();
    form?.requestSubmit();
  }
  const search = (text: string) => (field.props('remoteMethod') as (text: string) => void)(text);
  return { http, notices, form, choose, search };
}

it('design 15.3: selected users are given a role that the server finds', async () => {
  const { http, notices, form, choose, search } = await drawer(true);
  search('gue');
  await flushPromises();
  expect(http.list).toHaveBeenLastCalledWith(
    '/system/role/list',
    expect.objectContaining({ roleName: 'gue' }),
    expect.anything(),
  );
  http.post.mockRejectedValueOnce(
    new ApiError({ code: 'PRIVILEGE_EXCEEDED', status: 403, message: 'Permissions that you lack.' }),
  );
  await choose(900);
  await vi.waitFor(() => expect(form?.textContent).toContain('Permissions that you lack.'));
  form?.requestSubmit();
  await vi.waitFor(() => expect(notices.shown.value[0]?.text).toBe('One user now has the role.'));
  expect(http.post).toHaveBeenLastCalledWith('/system/role/900/users', { userIds: [7, 8] });
});

it('design 15.3: a role that one of the selected users has is taken from all of them', async () => {
  const { http, notices, choose } = await drawer(false);
  expect(http.list).not.toHaveBeenCalled();
  await choose(3);
  await vi.waitFor(() => expect(notices.shown.value[0]?.text).toBe('2 users no longer have the role.'));
  expect(http.delete).toHaveBeenCalledWith('/system/role/3/users/7,8');
});
