import { flushPromises } from '@vue/test-utils';
import { afterEach, expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import { buttonOf, chooseInRow, submitDrawer } from '@/shared/testing/page-actions.ts';
import type { Post } from '../api/departments-api.ts';
import messages from '../i18n/en-US.ts';
import Posts from './posts.vue';

const post = (change: Partial<Post>): Post =>
  ({
    ...{ postId: 3, postCode: 'clerk', postName: 'Clerk', orderNum: 2, users: 1, status: 1, remark: '' },
    ...change,
  }) as Post;

let unmount: (() => void) | undefined;
afterEach(() => unmount?.());

async function listed(...permissions: string[]) {
  const rows = [post({}), post({ postId: 4, postName: 'Head', postCode: 'head', status: 0 })];
  const http = {
    list: vi.fn(async () => ({ total: rows.length, rows })),
    post: vi.fn(async () => ({ postId: 5 })),
    put: vi.fn(async () => undefined),
    delete: vi.fn(async () => ({ removalId: 1 })),
  };
  const mounted = await mountPage(Posts, {
    messages: { departments: messages },
    permissions: permissions.map((right) => `system:post:${right}`),
    http: http as never,
  });
  unmount = () => mounted.page.unmount();
  return { ...mounted, http };
}

it('adds a post that is enabled, says so, and lists anew', async () => {
  const { page, http, notices } = await listed('add');
  await buttonOf(page, messages.post.add)?.trigger('click');
  await flushPromises();
  await submitDrawer('Guard', 'guard');
  await vi.waitFor(() => expect(notices.shown.value[0]?.tone).toBe('good'));
  expect(notices.shown.value[0]?.text).toContain('Guard');
  expect(http.post).toHaveBeenCalledWith('/system/post', {
    ...{ postCode: 'guard', postName: 'Guard', orderNum: 0, remark: '', status: 1 },
  });
  expect(http.list).toHaveBeenCalledTimes(2);
});

it.each(['', '-clerk', 'two words', 'x'.repeat(51)])('refuses the code "%s"', async (code) => {
  const { page, http } = await listed('add');
  await buttonOf(page, messages.post.add)?.trigger('click');
  await flushPromises();
  await submitDrawer('Guard', code);
  await vi.waitFor(() => expect(document.body.textContent).toContain(messages.wrong.code));
  expect(http.post).not.toHaveBeenCalled();
});

it('edits a disabled post as it is', async () => {
  const { page, http, notices } = await listed('edit');
  await page.get('[aria-label="Edit: Head"]').trigger('click');
  await flushPromises();
  await submitDrawer('Head of office', 'head');
  await vi.waitFor(() => expect(notices.shown.value[0]?.text).toContain('Head of office'));
  expect(http.put).toHaveBeenCalledWith(
    '/system/post',
    expect.objectContaining({ postId: 4, postName: 'Head of office', status: 0, orderNum: 2 }),
  );
});

it('shows the state of each post, and offers only what the reader may do', async () => {
  const { page } = await listed();
  expect(page.findAll('tbody tr').map((row) => row.text())).toEqual([
    expect.stringMatching(/Clerk.*Enabled/),
    expect.stringMatching(/Head.*Disabled/),
  ]);
  expect(page.findAll('[aria-label^="Edit:"], [aria-label^="Delete:"]')).toEqual([]);
  expect(page.text()).not.toContain(messages.post.add);
});

it('deletes a post after the question, and lists anew', async () => {
  const { page, http, notices } = await listed('remove');
  await chooseInRow(page, 'Clerk', messages.removeShort);
  await vi.waitFor(() => expect(notices.shown.value[0]?.text).toContain('Clerk'));
  expect(http.delete).toHaveBeenCalledWith('/system/post/3');
  expect(http.list).toHaveBeenCalledTimes(2);
});
