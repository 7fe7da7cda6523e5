import { defineStore } from 'pinia';
import { ref, shallowRef } from 'vue';
import { useHttp } from '@/shared/http';
import { createNoticesApi, type NoticeSummary } from '../api/notices-api.ts';

/** How many notices are unread, for the bell; and that something has changed, for the list while it is open. */
export const useNoticesStore = defineStore('notices', () => {
  const api = createNoticesApi(useHttp());
  const summary = shallowRef<NoticeSummary>();
  /** Counts what the server has told; a list that is shown follows it. */
  const changes = ref(0);
  let current: Promise<void> | undefined;
  let again = false;

  async function read(): Promise<void> {
    do {
      again = false;
      try {
        summary.value = await api.summary();
      } catch {
        // What was known stays; the next event, or the next look, reads it anew.
      }
    } while (again);
  }

  /** Reads the summary; calls while that goes on share one more reading. */
  function refresh(): Promise<void> {
    again = true;
    return (current ??= read().finally(() => {
      current = undefined;
    }));
  }

  /** Somebody has sent a notice, or this person has read one elsewhere. */
  function changed(): void {
    changes.value += 1;
    void refresh();
  }

  return { summary, changes, refresh, changed };
});
