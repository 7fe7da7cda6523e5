import { flushPromises } from '@vue/test-utils';
import { describe, expect, it, vi } from 'vitest';
import { ref } from 'vue';
import { withinSetup } from '@/shared/testing/within-setup';
import type { InboxFilter, InboxNotice, NoticesApi } from '../api/notices-api.ts';
import { useInbox } from './use-inbox.ts';

const notice = (noticeId: number, readTime: string | null = null): InboxNotice => ({
  noticeId,
  title: `Notice ${noticeId}`,
  content: null,
  level: 'info',
  link: null,
  appCode: null,
  readTime,
  createTime: '2026-01-31T08:00:00.000Z',
});

function setup(rows = [notice(3), notice(2), notice(1, '2026-01-31T09:00:00.000Z')], total = rows.length) {
  const api = {
    summary: vi.fn(),
    list: vi.fn(async (_filter: InboxFilter, _size: number) => ({ rows, total })),
    markRead: vi.fn(async () => undefined),
    markAllRead: vi.fn(async () => undefined),
    remove: vi.fn(async () => undefined),
  };
  const changes = ref(0);
  const { result } = withinSetup(() => useInbox(api as unknown as NoticesApi, changes));
  return { api, changes, inbox: result };
}

describe('the list of notices', () => {
  it('reloads on new notices, a changed filter and more pages', async () => {
    const { api, changes, inbox } = setup(undefined, 50);
    await flushPromises();
    expect(inbox.rows.value.map(({ noticeId }) => noticeId)).toEqual([3, 2, 1]);
    expect(inbox.hasMore.value).toBe(true);
    inbox.more();
    await flushPromises();
    changes.value += 1;
    await flushPromises();
    inbox.unreadOnly.value = true;
    await flushPromises();
    expect(api.list.mock.calls.map(([{ unread }, size]) => [unread, size])).toEqual([
      [false, 20],
      [false, 40],
      [false, 40],
      [true, 20],
    ]);
  });

  it('finds a part of the titles', async () => {
    const { api, inbox } = setup();
    await flushPromises();
    inbox.title.value = 'mainten';
    await flushPromises();
    expect(api.list.mock.lastCall?.[0]).toEqual({ unread: false, title: 'mainten' });
  });

  it('shows changes at once, even two in a row', async () => {
    const { api, inbox } = setup();
    await flushPromises();
    inbox.markRead(inbox.rows.value[0] as InboxNotice);
    inbox.remove(inbox.rows.value[1] as InboxNotice);
    inbox.remove(inbox.rows.value[1] as InboxNotice);
    expect(inbox.rows.value.map(({ noticeId, readTime }) => [noticeId, readTime !== null])).toEqual([
      [3, true],
    ]);
    expect(api.markRead.mock.calls).toEqual([[3]]);
    expect(api.remove.mock.calls).toEqual([[2], [1]]);
    inbox.markRead(inbox.rows.value[0] as InboxNotice);
    expect(api.markRead).toHaveBeenCalledOnce();
  });

  it('marks all as read', async () => {
    const { api, inbox } = setup();
    await flushPromises();
    inbox.markAllRead();
    expect(inbox.rows.value.every(({ readTime }) => readTime !== null)).toBe(true);
    expect(api.markAllRead).toHaveBeenCalledOnce();
  });

  it('restores the list and shows the reason when a change fails', async () => {
    const { api, inbox } = setup();
    await flushPromises();
    const failure = new Error('no');
    api.remove.mockRejectedValueOnce(failure);
    inbox.remove(inbox.rows.value[0] as InboxNotice);
    expect(inbox.rows.value).toHaveLength(2);
    await flushPromises();
    expect(inbox.rows.value).toHaveLength(3);
    expect(inbox.error.value).toBe(failure);
  });
});
