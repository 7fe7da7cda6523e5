import { flushPromises } from '@vue/test-utils';
import { ElSelect } from 'element-plus/es/components/select/index.mjs';
import { expect, it, vi } from 'vitest';
import { ApiError } from '@/shared/http';
import { mountPage } from '@/shared/testing/mount-page.ts';
import messages from '../i18n/en-US.ts';
import DepartmentsPage from '../pages/list.vue';

const sales = { deptId: 3, parentId: 0, deptName: 'Sales', status: 1, users: 2, remark: '', headName: null };
const ada = { userId: 7, userName: 'ada', nickName: 'Ada', deptId: null, deptName: null };
const bob = { userId: 8, userName: 'bob', nickName: 'Bob', deptId: 4, deptName: 'Law' };
const eve = { userId: 9, userName: 'eve', nickName: 'Eve', deptId: 3, deptName: 'Sales' };

async function opened(permissions: string[]) {
  const list = vi.fn(async (path: string, _query?: object) =>
    path === '/system/user/list' ? { total: 3, rows: [ada, bob, eve] } : { total: 1, rows: [sales] },
  );
  const put = vi.fn(async (_path: string, _change: object) => undefined);
  const mounted = await mountPage(DepartmentsPage, {
    messages: { departments: messages },
    permissions,
    http: { list, put } as never,
  });
  const choose = async (label: string) => {
    await mounted.page.get('[aria-label="More actions: Sales"]').trigger('click');
    const items = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')];
    items.find(({ textContent }) => textContent.trim() === label)?.click();
    await flushPromises();
  };
  return { ...mounted, list, put, choose };
}
const editor = ['system:user:list', 'system:user:edit'];

it('design 12: a department leads to its users', async () => {
  const { page } = await opened([]);
  const link = page.get('a[href="/system/users?deptId=3"]');
  expect([link.text(), link.attributes('aria-label')]).toEqual(['2', '2 users of Sales']);
  expect(page.html()).not.toContain('More actions: Sales');
  page.unmount();
});

it('design 12: users are put into a department from its line; those who cannot be stay chosen', async () => {
  const { page, list, put, choose, notices } = await opened(editor);
  await choose('Add users');
  const field = page.findAllComponents(ElSelect).at(-1);
  expect(list.mock.lastCall?.[0]).toBe('/system/user/list');
  const options = [...document.querySelectorAll('[role=option]')].map((option) => option.textContent.trim());
  expect(options).toEqual(expect.arrayContaining(['Ada (ada)', 'Bob (bob) · Law']));
  expect(options).not.toContain('Eve (eve) · Sales');
  field?.vm.$emit('update:modelValue', [7, 8]);
  await flushPromises();
  put.mockRejectedValueOnce(new ApiError({ code: 'DATA_SCOPE', status: 403, message: 'Not within reach.' }));
  const form = document.querySelector<HTMLFormElement>('.el-drawer form');
  form?.requestSubmit();
  await vi.waitFor(() => expect(form?.textContent).toContain('Not within reach.'));
  expect(put.mock.calls.map(([, change]) => change)).toEqual([
    { userId: 7, deptId: 3 },
    { userId: 8, deptId: 3 },
  ]);
  expect(notices.shown.value[0]?.text).toBe('One user is in the department now.');
  expect(field?.props('modelValue')).toEqual([7]);
  form?.requestSubmit();
  await vi.waitFor(() => expect(put).toHaveBeenLastCalledWith('/system/user', { userId: 7, deptId: 3 }));
  page.unmount();
});
