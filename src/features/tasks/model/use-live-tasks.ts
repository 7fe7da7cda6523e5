import type { Ref } from 'vue';
import { shallowRef, watch } from 'vue';
import { usePolling } from '@/shared/page/use-polling.ts';
import type { Task, TasksApi } from '@/shared/tasks';

/**
 * Keeps the running ones among `rows` current without loading the list again: reads each every
 * `interval` milliseconds while the page is in sight, until it has ended.
 */
export function useLiveTasks(rows: Ref<readonly Task[]>, api: Pick<TasksApi, 'get'>, interval = 2000) {
  const newer = shallowRef<ReadonlyMap<number, Task>>(new Map());

  const latest = (task: Task): Task => newer.value.get(task.taskId) ?? task;
  const running = () => rows.value.filter((row) => latest(row).status === 'running');

  async function read() {
    const tasks = await Promise.all(running().map(({ taskId }) => api.get(taskId).catch(() => undefined)));
    const found = tasks.filter((task) => task !== undefined);
    if (found.length > 0) {
      newer.value = new Map([...newer.value, ...found.map((task) => [task.taskId, task] as const)]);
    }
  }

  watch(rows, () => (newer.value = new Map()));
  usePolling(() => running().length > 0, read, interval);

  return { latest };
}
