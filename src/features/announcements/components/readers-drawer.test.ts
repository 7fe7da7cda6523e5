import { flushPromises } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import type { Notice } from '../api/announcements-api.ts';
import messages from '../i18n/en-US.ts';
import ReadersDrawer from './ReadersDrawer.vue';

const reader = (userId: number) => ({ userId, userName: `user${userId}`, nickName: '', readTime: null });

it('shows all readers, a hundred at a time, and begins anew for those who have not read it', async () => {
  const everybody = Array.from({ length: 230 }, (_none, index) => reader(index + 1));
  const readers = vi.fn(async (_noticeId: number, { read, pageNum }: { read: boolean; pageNum: number }) => {
    // One more has read it since the page before: the last of that page comes again.
    const from = (pageNum - 1) * 100 - (pageNum > 1 ? 1 : 0);
    return read ? { total: 230, rows: everybody.slice(from, from + 100) } : { total: 1, rows: [reader(900)] };
  });
  const receipts = async () => ({ sent: 231, read: 230 });
  const { page } = await mountPage(ReadersDrawer, {
    messages: { announcements: messages },
    props: { modelValue: undefined, api: { readers, receipts } },
    http: {},
  });
  await page.setProps({ modelValue: { noticeId: 5, title: 'Gate' } as Notice });
  await flushPromises();
  const rows = () => document.querySelectorAll('.readers li').length;
  const press = async (name: string) => {
    [...document.querySelectorAll('button, label')]
      .find(({ textContent }) => textContent.trim() === name)
      ?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await flushPromises();
  };
  expect(rows()).toBe(100);
  await press('Show more: 130');
  expect(rows()).toBe(199);
  await press('Show more: 30');
  expect(readers.mock.calls.map(([, { pageNum }]) => pageNum)).toEqual([1, 2, 3]);
  expect(document.body.textContent).not.toContain('Show more');
  await press('Not read: 1');
  expect(readers.mock.lastCall?.[1]).toMatchObject({ read: false, pageNum: 1 });
  expect(rows()).toBe(1);
  page.unmount();
});
