import { flushPromises } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import { chooseInRow, submitDrawer } from '@/shared/testing/page-actions.ts';
import type { Notice } from '../api/announcements-api.ts';
import messages from '../i18n/en-US.ts';
import Announcements from './list.vue';

const notice = {
  ...{ noticeId: 1, title: 'Gate', noticeType: 'notice', status: 1, waits: false, announcedAt: null },
  ...{ audience: { roles: ['wardens', 'gone'] }, createTime: null, updateTime: null },
} as unknown as Notice;

async function listed(permissions: string[] = [], rows: readonly Notice[] = [notice]) {
  const list = vi.fn(async (path: string) =>
    path === '/system/role/list'
      ? { total: 1, rows: [{ roleId: 3, roleKey: 'wardens', roleName: 'Wardens' }] }
      : { total: rows.length, rows },
  );
  const post = vi.fn(async () => ({ noticeId: 2 }));
  const put = vi.fn(async (_path: string, _change: object): Promise<void> => undefined);
  const remove = vi.fn(async () => ({ removalId: 1 }));
  const mounted = await mountPage(Announcements, {
    messages: { announcements: messages },
    permissions,
    http: { list, post, put, delete: remove } as never,
  });
  return { ...mounted, list, post, put, remove };
}

it('design 12: names the roles that a notice is for, as far as the reader may list them', async () => {
  const { page } = await listed(['system:role:list']);
  expect(page.text()).toContain('Roles: Wardens, gone');
  page.unmount();
  const other = await listed();
  expect(other.page.text()).toContain('Roles: wardens, gone');
  other.page.unmount();
});

it('asks for no roles where no notice is for one', async () => {
  const { page, list } = await listed(['system:role:list'], [{ ...notice, audience: 'tenant' }]);
  expect(page.text()).toContain('Everybody');
  expect(list.mock.calls.map(([path]) => path)).not.toContain('/system/role/list');
  page.unmount();
});

it.each([
  [true, 'Publish', 'The notice is published.'],
  [false, 'Save', 'The notice is saved.'],
])('says what became of a new notice; published: %s', async (published, action, said) => {
  const { page, post, notices } = await listed(['system:notice:add'], []);
  await page
    .findAll('button')
    .find((button) => button.text() === 'Write a notice')
    ?.trigger('click');
  await flushPromises();
  const form = document.querySelector<HTMLFormElement>('.el-drawer form');
  const title = form?.querySelector('input');
  if (title) title.value = 'Gate';
  title?.dispatchEvent(new Event('input'));
  if (!published) form?.querySelector<HTMLElement>('[role=switch]')?.click();
  await flushPromises();
  const buttons = [...document.querySelectorAll('.el-drawer__footer button')];
  expect(buttons.map((button) => button.textContent?.trim())).toContain(action);
  form?.requestSubmit();
  await vi.waitFor(() => expect(notices.shown.value[0]?.text).toBe(said));
  expect(post).toHaveBeenCalledOnce();
  page.unmount();
});

const tenantWide = { ...notice, audience: 'tenant' } as Notice;

it('reports a changed notice as saved only once the host has it', async () => {
  const { page, put, list, notices } = await listed(['system:notice:edit'], [tenantWide]);
  const stored = Promise.withResolvers<void>();
  put.mockReturnValue(stored.promise);
  await page.get('[aria-label="Edit: Gate"]').trigger('click');
  await flushPromises();
  await submitDrawer('South gate');
  await vi.waitFor(() => expect(put).toHaveBeenCalledOnce());
  expect(put.mock.lastCall?.[1]).toMatchObject({ noticeId: 1, title: 'South gate' });
  expect(notices.shown.value).toEqual([]);
  stored.resolve();
  await vi.waitFor(() => expect(notices.shown.value[0]?.text).toBe(messages.saved));
  expect(list.mock.calls.filter(([path]) => path === '/system/notice/list')).toHaveLength(2);
  page.unmount();
});

it('removes one notice without a question, since that can be undone', async () => {
  const { page, remove, confirm, notices } = await listed(['system:notice:remove'], [tenantWide]);
  await chooseInRow(page, 'Gate', messages.remove);
  await vi.waitFor(() => expect(notices.shown.value[0]?.text).toBe(messages.asked.remove.done));
  expect(confirm.open.value).toBeUndefined();
  expect(remove).toHaveBeenCalledOnce();
  page.unmount();
});

it('removes several notices after a question, which names their number', async () => {
  const rows = [tenantWide, { ...tenantWide, noticeId: 2, title: 'Lift' }];
  const { page, list, remove, confirm, notices } = await listed(['system:notice:remove'], rows);
  for (const box of page.findAll('tbody input[type=checkbox]')) await box.setValue(true);
  await page
    .findAll('button')
    .find((button) => button.text() === messages.remove)
    ?.trigger('click');
  await flushPromises();
  expect(confirm.open.value).toMatchObject({ title: 'Remove 2 notices?', danger: true });
  expect(remove).not.toHaveBeenCalled();
  await confirm.open.value?.run?.();
  confirm.open.value?.answer(true);
  await flushPromises();
  expect(remove).toHaveBeenCalledOnce();
  expect(notices.shown.value[0]?.text).toBe(messages.asked.remove.done);
  expect(list).toHaveBeenCalledTimes(2);
  page.unmount();
});
