import { flushPromises } from '@vue/test-utils';
import { ElSelect } from 'element-plus/es/components/select/index.mjs';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '@/shared/http';
import { useSessionStore } from '@/shared/session';
import { mountPage } from '@/shared/testing/mount-page.ts';
import type { User } from '../api/records.ts';
import messages from '../i18n/en-US.ts';
import RoleUsers from './RoleUsers.vue';

const ada = {
  userId: 7,
  userName: 'ada',
  nickName: 'Ada',
  avatar: null,
  status: 1,
  lastLoginTime: null,
  lockedUntil: null,
  deptName: 'Sales',
} as User;
const bob: User = { ...ada, userId: 8, userName: 'bob', nickName: 'Bob' };
const eve: User = { ...ada, userId: 9, userName: 'eve', nickName: 'Eve' };

afterEach(() => (document.body.innerHTML = ''));

async function panel(permissions: string[], rows: readonly User[] = [ada, bob]) {
  const http = {
    list: vi.fn(async (path: string, _query?: unknown) =>
      path === '/system/user/list' ? { total: 1, rows: [eve] } : { total: rows.length, rows },
    ),
    post: vi.fn(async () => ({ changed: 1 })),
    delete: vi.fn(async () => ({ changed: 1 })),
  };
  const mounted = await mountPage(RoleUsers, {
    messages: { system: messages },
    props: { role: { roleId: 3, roleName: 'Clerk' } },
    permissions,
    http: http as never,
    at: '/system/roles/3',
  });
  const button = (name: string) => {
    const found = [...document.querySelectorAll('button')].find(
      (one) => (one.getAttribute('aria-label') ?? one.textContent?.trim()) === name,
    );
    if (!found) throw new Error(`There is no button ${name}.`);
    return found;
  };
  const press = async (name: string) => {
    button(name).click();
    await flushPromises();
  };
  return { ...mounted, http, button, press };
}

it('design 12: the users of a role are listed, and searched on the server', async () => {
  const { page, http } = await panel(['system:user:list']);
  expect(http.list.mock.calls[0]?.[0]).toBe('/system/role/3/users');
  expect(page.text()).toContain('Ada');
  expect(page.text()).toContain('Sales');
  await page.find('input[type=search]').setValue('bo');
  await vi.waitFor(() => expect(http.list.mock.lastCall?.[1]).toMatchObject({ name: 'bo', pageNum: 1 }));
});

it('design 12: somebody who may not edit users sees no way to add or remove them', async () => {
  const { page } = await panel(['system:user:list']);
  expect(page.text()).not.toContain('Add users');
  expect(page.html()).not.toContain('Remove from role');
  expect(page.findAll('input[type=checkbox]')).toEqual([]);
});

it('design 12: one user loses the role at once, and gets it back with Undo', async () => {
  const { http, press, notices } = await panel(['system:user:list', 'system:user:edit']);
  await press('Remove from role: ada');
  expect(http.delete).toHaveBeenCalledWith('/system/role/3/users/7');
  const [notice] = notices.shown.value;
  expect(notice).toMatchObject({ text: 'One user no longer has the role.', action: { label: 'Undo' } });
  notice?.action?.run();
  await flushPromises();
  expect(http.post).toHaveBeenCalledWith('/system/role/3/users', { userIds: [7] });
});

it('design 12: several users lose the role after a question, and a refusal stays in it', async () => {
  const { page, http, press, confirm, notices } = await panel(['system:user:list', 'system:user:edit']);
  await page.find('thead input[type=checkbox]').setValue(true);
  await press('Remove from role');
  const question = confirm.open.value;
  expect(question?.title).toBe('Take Clerk from 2 users?');
  expect(http.delete).not.toHaveBeenCalled();
  http.delete.mockRejectedValueOnce(new Error('LAST_SUPER_ADMIN'));
  await expect(question?.run?.()).rejects.toThrow('LAST_SUPER_ADMIN');
  await question?.run?.();
  question?.answer(true);
  await flushPromises();
  expect(http.delete).toHaveBeenLastCalledWith('/system/role/3/users/7,8');
  expect(notices.shown.value[0]?.text).toBe('2 users no longer have the role.');
});

it('design 12: people are asked before they take a role from themselves', async () => {
  const { press, confirm, http } = await panel(['system:user:list', 'system:user:edit']);
  useSessionStore().profile = { permissions: ['system:user:edit'], user: { userId: 7 } } as never;
  await press('Remove from role: ada');
  expect(confirm.open.value?.consequences).toContain(messages.role.takeUsers.self);
  expect(http.delete).not.toHaveBeenCalled();
});

it('design 12: users without the role are searched on the server, and added several at once', async () => {
  const { page, http, press, notices } = await panel(['system:user:list', 'system:user:edit'], []);
  expect(page.text()).toContain('Nobody has this role');
  await press('Add users');
  const field = page.findComponent(ElSelect);
  expect(http.list.mock.lastCall).toMatchObject(['/system/user/list', { name: '', withoutRoleId: 3 }, {}]);
  (field.props('remoteMethod') as (text: string) => void)(' ev ');
  await flushPromises();
  expect(http.list.mock.lastCall?.[1]).toMatchObject({ name: 'ev', withoutRoleId: 3 });
  field.vm.$emit('update:modelValue', [9, 8]);
  await flushPromises();
  const form = document.querySelector<HTMLFormElement>('.el-drawer form');
  http.post.mockRejectedValueOnce(
    new ApiError({ code: 'PRIVILEGE_EXCEEDED', status: 403, message: 'Permissions that you lack.' }),
  );
  form?.requestSubmit();
  await vi.waitFor(() => expect(form?.textContent).toContain('Permissions that you lack.'));
  form?.requestSubmit();
  await vi.waitFor(() => expect(http.post).toHaveBeenCalledTimes(2));
  expect(http.post).toHaveBeenLastCalledWith('/system/role/3/users', { userIds: [9, 8] });
  await vi.waitFor(() => expect(notices.shown.value[0]?.text).toBe('One user now has the role.'));
});
