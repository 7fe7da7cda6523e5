import { useLoaded } from '@platform/remote-app/ui';
import { computed, ref, shallowRef, watch, type Ref } from 'vue';
import type { InboxNotice, NoticesApi } from '../api/notices-api.ts';

const STEP = 20;

/** The message center's list: all or unread, more on demand. Changes show at once. */
export function useInbox(api: NoticesApi, changes: Ref<number>) {
  const unreadOnly = ref(false);
  const size = ref(STEP);
  const title = ref('');
  watch([unreadOnly, title], () => (size.value = STEP));
  const source = useLoaded(
    (signal) => api.list({ unread: unreadOnly.value, title: title.value }, size.value, signal),
    () => `${unreadOnly.value} ${size.value} ${changes.value} ${title.value}`,
  );

  const gone = ref<ReadonlySet<number>>(new Set());
  const readHere = ref<ReadonlySet<number>>(new Set());
  watch(source.data, () => {
    gone.value = new Set();
    readHere.value = new Set();
  });
  const rows = computed(() =>
    (source.data.value?.rows ?? [])
      .filter(({ noticeId }) => !gone.value.has(noticeId))
      .map((row) =>
        readHere.value.has(row.noticeId) ? { ...row, readTime: row.readTime ?? row.createTime } : row,
      ),
  );
  const hasMore = computed(() => (source.data.value?.total ?? 0) > (source.data.value?.rows.length ?? 0));

  const error = shallowRef<unknown>();
  async function change(work: Promise<unknown>): Promise<void> {
    error.value = undefined;
    try {
      await work;
    } catch (failure) {
      error.value = failure;
      await source.reload();
    }
  }

  return {
    source,
    rows,
    unreadOnly,
    title,
    hasMore,
    error,
    more: () => (size.value += STEP),
    markRead({ noticeId, readTime }: InboxNotice): void {
      if (readTime !== null) return;
      readHere.value = new Set([...readHere.value, noticeId]);
      void change(api.markRead(noticeId));
    },
    markAllRead(): void {
      readHere.value = new Set(rows.value.map(({ noticeId }) => noticeId));
      void change(api.markAllRead());
    },
    remove({ noticeId }: InboxNotice): void {
      gone.value = new Set([...gone.value, noticeId]);
      void change(api.remove(noticeId));
    },
  };
}
