import type { Ref } from 'vue';
import { onActivated, onDeactivated, onScopeDispose, shallowRef, watch } from 'vue';
import type { Task, TasksApi } from '@/shared/tasks';

/**
 * Keeps the running ones among `rows` current without loading the list again: reads each every `interval` milliseconds
 * while the page is in sight, until it has ended.
 */
export function useLiveTasks(rows: Ref<readonly Task[]>, api: Pick<TasksApi, 'get'>, interval = 2000) {
  const newer = shallowRef<ReadonlyMap<number, Task>>(new Map());
  let timer: ReturnType<typeof setTimeout> | undefined;
  let inSight = true;

  const latest = (task: Task): Task => newer.value.get(task.taskId) ?? task;
  const running = () => rows.value.filter((row) => latest(row).status === 'running');

  async function read() {
    const tasks = await Promise.all(running().map(({ taskId }) => api.get(taskId).catch(() => undefined)));
    const found = tasks.filter((task) => task !== undefined);
    if (found.length > 0) {
      newer.value = new Map([...newer.value, ...found.map((task) => [task.taskId, task] as const)]);
    }
    plan();
  }

  function plan() {
    clearTimeout(timer);
    if (inSight && running().length > 0) timer = setTimeout(() => void read(), interval);
  }

  watch(
    rows,
    () => {
      newer.value = new Map();
      plan();
    },
    { immediate: true },
  );
  onActivated(() => {
    inSight = true;
    plan();
  });
  onDeactivated(() => {
    inSight = false;
    clearTimeout(timer);
  });
  onScopeDispose(() => {
    inSight = false;
    clearTimeout(timer);
  });

  return { latest };
}
