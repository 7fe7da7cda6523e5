import { useLoaded } from '@platform/remote-app/ui';
import { computed, ref, shallowRef, watch, type Ref } from 'vue';
import { useI18n } from 'vue-i18n';
import { useRemoval } from '@/shared/records';
import type { InboxFilter, InboxNotice, NoticesApi } from '../api/notices-api.ts';

const STEP = 20;

/** The message center's list: all or unread, more on demand. Changes show at once. */
export function useInbox(api: NoticesApi, changes: Ref<number>, filters: Ref<InboxFilter>) {
  const { t, locale } = useI18n();
  const removals = useRemoval();
  const unreadOnly = computed({
    get: () => filters.value.unread ?? false,
    set: (unread) => (filters.value.unread = unread || undefined),
  });
  const size = ref(STEP);
  const wanted = () => `${unreadOnly.value} ${filters.value.title ?? ''}`;
  watch(wanted, () => (size.value = STEP));
  const source = useLoaded(
    (signal) => api.list({ ...filters.value }, size.value, signal),
    () => `${size.value} ${changes.value} ${wanted()}`,
  );

  const gone = ref<ReadonlySet<number>>(new Set());
  const readHere = ref<ReadonlySet<number>>(new Set());
  watch(source.data, () => (readHere.value = new Set()));
  const rows = computed(() =>
    (source.data.value?.rows ?? [])
      .filter(({ noticeId }) => !gone.value.has(noticeId))
      .map((row) => ({
        ...row,
        ...row.translations?.[locale.value],
        ...(readHere.value.has(row.noticeId) && { readTime: row.readTime ?? row.createTime }),
      })),
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
      gone.value = new Set();
    }
  }

  /** Shows the row again if the list, read again, has it. */
  async function follow(noticeId: number): Promise<void> {
    await source.reload();
    gone.value = new Set([...gone.value].filter((id) => id !== noticeId));
  }

  return {
    source,
    rows,
    unreadOnly,
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
    remove({ noticeId, title }: InboxNotice): void {
      gone.value = new Set([...gone.value, noticeId]);
      const removal = { done: t('notices.removed', { title }), changed: () => void follow(noticeId) };
      void change(api.remove(noticeId).then((removed) => removals.report(removed, removal)));
    },
  };
}
