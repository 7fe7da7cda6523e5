import type { MaybeRefOrGetter, Ref, ShallowRef } from 'vue';
import { onScopeDispose, ref, shallowRef, toValue, watch } from 'vue';
import { isAborted, useHttp } from '../http/index.ts';
import { followTask } from './follow-task.ts';
import type { Task } from './task.ts';
import { createTasksApi } from './tasks-api.ts';

export interface FollowedTask {
  readonly task: Readonly<ShallowRef<Task | undefined>>;
  /** Why the task could not be read; the task itself may still run. */
  readonly error: Readonly<ShallowRef<unknown>>;
  readonly loading: Readonly<Ref<boolean>>;
  reload: () => void;
}

/**
 * Follows the task of an id. `onEnd` receives the ended task and whether it was seen running. With
 * `outlives`, a task that runs is followed to its end after the component is gone.
 */
export function useTask(
  id: MaybeRefOrGetter<number | undefined>,
  onEnd?: (task: Task, seenRunning: boolean) => void,
  { outlives = false }: { outlives?: boolean } = {},
): FollowedTask {
  const api = createTasksApi(useHttp());
  const task = shallowRef<Task>();
  const error = shallowRef<unknown>();
  const loading = ref(false);
  let running: AbortController | undefined;

  async function follow(taskId: number, controller: AbortController) {
    let seenRunning = false;
    try {
      const ended = await followTask({
        api,
        taskId,
        signal: controller.signal,
        onChange(next) {
          if (running !== controller) return;
          seenRunning ||= next.status === 'running';
          loading.value = false;
          task.value = next;
        },
      });
      if (running === controller && ended.status !== 'running') onEnd?.(ended, seenRunning);
    } catch (failure) {
      if (running === controller && !isAborted(failure)) error.value = failure;
    } finally {
      if (running === controller) loading.value = false;
    }
  }

  function reload() {
    running?.abort();
    const controller = new AbortController();
    running = controller;
    error.value = undefined;
    const taskId = toValue(id);
    if (task.value?.taskId !== taskId) task.value = undefined;
    loading.value = taskId !== undefined;
    if (taskId !== undefined) void follow(taskId, controller);
  }

  watch(() => toValue(id), reload, { immediate: true });
  if (!outlives) onScopeDispose(() => running?.abort());
  return { task, error, loading, reload };
}
