import { watch } from 'vue';
import { useRoute, useRouter } from 'vue-router';
import type { JobTask } from '../api/job-task.ts';

/** Shows the task that the address names, as notices of failures do, and takes it out of the address. One that has gone is left alone. */
export function useTaskOfAddress(
  get: (jobId: number) => Promise<JobTask>,
  show: (task: JobTask) => void,
): void {
  const route = useRoute();
  const router = useRouter();
  const own = route.path;
  watch(
    () => [route.path, route.query['task']],
    async ([path, value]) => {
      const jobId = Number(value);
      if (path !== own || !Number.isSafeInteger(jobId) || jobId <= 0) return;
      await router.replace({ query: { ...route.query, task: undefined } });
      await get(jobId).then(show, () => undefined);
    },
    { immediate: true },
  );
}
