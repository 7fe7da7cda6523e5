import { watch } from 'vue';
import { useRoute, useRouter } from 'vue-router';
import type { JobTask } from '../api/job-task.ts';

/**
 * Opens the task named in the address, as failure notices link it, and removes it from the
 * address. A deleted task is ignored.
 */
export function useTaskOfAddress(
  get: (jobId: number) => Promise<JobTask>,
  show: (task: JobTask) => void,
): void {
  const route = useRoute();
  const router = useRouter();
  watch(
    () => route.query['task'],
    async (value) => {
      const jobId = Number(value);
      if (!Number.isSafeInteger(jobId) || jobId <= 0) return;
      await router.replace({ query: { ...route.query, task: undefined } });
      await get(jobId).then(show, () => undefined);
    },
    { immediate: true },
  );
}
