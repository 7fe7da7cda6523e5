import { flushPromises } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
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
  const mounted = await mountPage(Announcements, {
    messages: { announcements: messages },
    permissions,
    http: { list, post } as never,
  });
  return { ...mounted, list, post };
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
