import { computed, shallowRef, watch, type ComputedRef } from 'vue';
import type { JobRunRecord } from '../api/job-task.ts';
import type { SchedulerApi } from '../api/scheduler-api.ts';
import { runAfter } from './live-run.ts';
import { isGoing } from './run-state.ts';

/**
 * A run as it happens: its stream while it is in progress, else the given record, also where the
 * stream is unavailable.
 *
 * @param ended is called once the stream has ended
 */
export function useLiveRun(
  api: Pick<SchedulerApi, 'follow'>,
  given: () => JobRunRecord,
  ended: () => void,
): ComputedRef<JobRunRecord> {
  const live = shallowRef<JobRunRecord>();

  async function follow(logId: number, signal: AbortSignal): Promise<void> {
    try {
      await api.follow(logId, {
        signal,
        retries: 2,
        onEvent(event) {
          live.value = runAfter(live.value, event);
          return event.event === 'end' ? 'end' : undefined;
        },
      });
    } catch {
      live.value = undefined;
    }
    if (!signal.aborted) ended();
  }

  watch(
    () => (isGoing(given()) ? given().logId : undefined),
    (logId, _before, onCleanup) => {
      live.value = undefined;
      if (logId === undefined) return;
      const controller = new AbortController();
      onCleanup(() => controller.abort());
      void follow(logId, controller.signal);
    },
    { immediate: true },
  );

  return computed(() => {
    const run = given();
    if (!live.value || !isGoing(run)) return run;
    return isGoing(live.value) ? { ...live.value, status: run.status } : live.value;
  });
}
