import type { ComputedRef, ShallowRef } from 'vue';
import { computed, ref, shallowRef } from 'vue';
import { isApiError } from '../http/index.ts';
import type { StartedTask, Task } from './task.ts';
import { useTask } from './use-task.ts';

/** `review` shows the plan, `starting` sends the request; then the task's own states. */
export type OperationPhase = 'review' | 'starting' | 'running' | 'succeeded' | 'failed' | 'lost';

export interface Operation {
  readonly phase: ComputedRef<OperationPhase>;
  readonly task: Readonly<ShallowRef<Task | undefined>>;
  /** Why the operation could not be started, or (in `lost`) why it can no longer be watched. */
  readonly error: ComputedRef<unknown>;
  /** Another operation on the application, running when this one was started. */
  readonly runningTaskId: ComputedRef<number | undefined>;
  /** Starts or restarts after a failure; ignored while an operation runs. */
  start: () => Promise<void>;
  /** Watches an operation that was started elsewhere. */
  follow: (taskId: number) => void;
  /** Resumes following after the connection was lost. */
  resume: () => void;
  reset: () => void;
}

/**
 * One operation on an application from its review to its end: started once, then followed (design
 * 8.3, install). `onEnd` is called also where the panel is gone by then.
 */
export function useOperation(request: () => Promise<StartedTask>, onEnd: () => unknown): Operation {
  const taskId = ref<number>();
  const starting = ref(false);
  const refusal = shallowRef<unknown>();
  const followed = useTask(taskId, () => void onEnd(), { outlives: true });

  const phase = computed<OperationPhase>(() => {
    if (starting.value) return 'starting';
    if (taskId.value === undefined) return 'review';
    if (followed.error.value) return 'lost';
    return followed.task.value?.status ?? 'running';
  });

  async function start() {
    if (phase.value !== 'review' && phase.value !== 'failed') return;
    starting.value = true;
    refusal.value = undefined;
    try {
      const started = await request();
      taskId.value = started.taskId;
    } catch (error) {
      taskId.value = undefined;
      refusal.value = error;
    } finally {
      starting.value = false;
    }
  }

  return {
    phase,
    task: followed.task,
    error: computed(() => refusal.value ?? followed.error.value),
    runningTaskId: computed(() => runningTaskOf(refusal.value)),
    start,
    follow(id) {
      refusal.value = undefined;
      taskId.value = id;
    },
    resume: followed.reload,
    reset() {
      taskId.value = undefined;
      refusal.value = undefined;
    },
  };
}

/** The task that a 409 `TASK_RUNNING` names. */
function runningTaskOf(error: unknown): number | undefined {
  if (!isApiError(error, 'TASK_RUNNING')) return undefined;
  const { taskId } = (error.details ?? {}) as { taskId?: unknown };
  return typeof taskId === 'number' ? taskId : undefined;
}
