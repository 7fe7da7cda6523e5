import { defineStore } from 'pinia';
import { computed, ref, shallowRef } from 'vue';
import { useHttp } from '@/shared/http';
import { createNoticesApi, type NoticeSummary } from '../api/notices-api.ts';

/** Unread count for the bell, and a change counter for the open list. */
export const useNoticesStore = defineStore('notices', () => {
  const api = createNoticesApi(useHttp());
  const summary = shallowRef<NoticeSummary>();
  /** Also those that the bell does not count. */
  const anyUnread = computed(() => (summary.value?.unread ?? 0) + (summary.value?.quiet ?? 0) > 0);
  /** Counts changes reported by the server; an open list reloads on each. */
  const changes = ref(0);
  let current: Promise<void> | undefined;
  let again = false;

  async function read(): Promise<void> {
    do {
      again = false;
      try {
        summary.value = await api.summary();
      } catch {
        // Keeps the last known count; the next event or poll updates it.
      }
    } while (again);
  }

  /** Reads the summary; calls while that continues share one more reading. */
  function refresh(): Promise<void> {
    again = true;
    return (current ??= read().finally(() => {
      current = undefined;
    }));
  }

  /** A notice arrived, or was read elsewhere. */
  function changed(): void {
    changes.value += 1;
    void refresh();
  }

  return { summary, anyUnread, changes, refresh, changed };
});
