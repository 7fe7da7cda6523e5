import { flushPromises } from '@vue/test-utils';
import { describe, expect, it, vi } from 'vitest';
import { ref } from 'vue';
import type { HttpClient } from '@/shared/http';
import { mountPage } from '@/shared/testing/mount-page.ts';
import type { InboxFilter, InboxNotice, NoticesApi } from '../api/notices-api.ts';
import messages from '../i18n/en-US.ts';
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

async function setup(
  rows = [notice(3), notice(2), notice(1, '2026-01-31T09:00:00.000Z')],
  total = rows.length,
) {
  const api = {
    summary: vi.fn(),
    list: vi.fn(async (_filter: InboxFilter, _size: number) => ({ rows, total })),
    markRead: vi.fn(async () => undefined),
    markAllRead: vi.fn(async () => undefined),
    remove: vi.fn(async (noticeId: number) => ({ changed: 1, undo: { undoId: noticeId * 10, seconds: 10 } })),
  };
  const changes = ref(0);
  const filters = ref<InboxFilter>({});
  const post = vi.fn(async () => undefined);
  let inbox: ReturnType<typeof useInbox> | undefined;
  const { notices } = await mountPage(
    {
      setup() {
        inbox = useInbox(api as unknown as NoticesApi, changes, filters);
        return () => null;
      },
    },
    { messages: { notices: messages }, http: { post } as unknown as HttpClient },
  );
  if (!inbox) throw new Error('not mounted');
  return { api, changes, filters, inbox, notices, post };
}

describe('the list of notices', () => {
  it('shows each in the language of the shell, where it has one', async () => {
    const translations = { 'en-US': { title: 'Gate 7 is open' }, 'zh-CN': { title: '门已打开' } };
    const { inbox } = await setup([
      { ...notice(2), content: 'Close it.', translations },
      { ...notice(1), translations: { 'zh-CN': { title: '门已打开' } } },
    ]);
    expect(inbox.rows.value.map(({ title, content }) => [title, content])).toEqual([
      ['Gate 7 is open', 'Close it.'],
      ['Notice 1', null],
    ]);
  });

  it('reloads on new notices, a changed filter and more pages', async () => {
    const { api, changes, filters, inbox } = await setup(undefined, 50);
    expect(inbox.rows.value.map(({ noticeId }) => noticeId)).toEqual([3, 2, 1]);
    expect(inbox.hasMore.value).toBe(true);
    inbox.more();
    await flushPromises();
    changes.value += 1;
    await flushPromises();
    inbox.unreadOnly.value = true;
    await flushPromises();
    const asked = api.list.mock.calls.map(([{ unread }, size]) => [unread, size]);
    inbox.unreadOnly.value = false;
    expect(filters.value).toEqual({ unread: undefined });
    expect(asked).toEqual([
      [undefined, 20],
      [undefined, 40],
      [undefined, 40],
      [true, 20],
    ]);
  });

  it('finds a part of the titles', async () => {
    const { api, filters } = await setup();
    filters.value.title = 'mainten';
    await flushPromises();
    expect(api.list.mock.lastCall?.[0]).toEqual({ title: 'mainten' });
  });

  it('shows changes at once, even two in a row', async () => {
    const { api, inbox } = await setup();
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

  it('design 12.1-3: offers to undo a removal, and shows the notice again', async () => {
    const { api, inbox, notices, post } = await setup();
    inbox.remove(notice(2));
    api.list.mockResolvedValue({ rows: [notice(3), notice(1)], total: 2 });
    await flushPromises();
    const ids = () => inbox.rows.value.map(({ noticeId }) => noticeId);
    expect(ids()).toEqual([3, 1]);
    const [said] = notices.shown.value;
    expect([said?.text, said?.action?.label]).toEqual(['“Notice 2” is removed.', 'Undo']);
    api.list.mockResolvedValue({ rows: [notice(3), notice(2), notice(1)], total: 3 });
    said?.action?.run();
    await flushPromises();
    expect(post).toHaveBeenCalledExactlyOnceWith('/system/undo/20');
    expect(ids()).toEqual([3, 2, 1]);
  });

  it('marks all as read', async () => {
    const { api, inbox } = await setup();
    await flushPromises();
    inbox.markAllRead();
    expect(inbox.rows.value.every(({ readTime }) => readTime !== null)).toBe(true);
    expect(api.markAllRead).toHaveBeenCalledOnce();
  });

  it('restores the list and shows the reason when a change fails', async () => {
    const { api, inbox } = await setup();
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
