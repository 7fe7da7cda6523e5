import { pause } from '../http/index.ts';
import type { Task } from './task.ts';
import { createTaskMerger, parseTaskEvent } from './task-events.ts';
import type { TasksApi } from './tasks-api.ts';

export interface FollowOptions {
  api: TasksApi;
  taskId: number;
  signal: AbortSignal;
  /** Called with every update of the task. */
  onChange: (task: Task) => void;
  /** Milliseconds between polls without a stream; default 1500. */
  pollInterval?: number;
}

/**
 * Follows a task to its end by its event stream, or by polling where the stream is unavailable (a
 * buffering proxy, a broken connection). Resolves with the task's last state; throws `ApiError`
 * when the task cannot be read.
 */
export async function followTask(options: FollowOptions): Promise<Task> {
  const { api, taskId, signal, onChange } = options;
  let task = await api.get(taskId, signal);
  onChange(task);
  const merger = createTaskMerger(task);
  const show = (next: Task) => {
    task = next;
    onChange(next);
  };
  if (task.status === 'running') {
    await streamUntilEnd(options, (event) => {
      show(merger.push(event));
      return task.status !== 'running';
    });
  }
  while (task.status === 'running' && !signal.aborted) {
    show(await api.get(taskId, signal));
    if (task.status === 'running') await pause(options.pollInterval ?? 1500, signal);
  }
  return task;
}

type TaskEventTaker = (event: NonNullable<ReturnType<typeof parseTaskEvent>>) => boolean;

/** A failed stream is no failure of the task: polling takes over. */
async function streamUntilEnd({ api, taskId, signal }: FollowOptions, take: TaskEventTaker): Promise<void> {
  try {
    await api.stream(taskId, {
      signal,
      retries: 2,
      onEvent(message) {
        const event = parseTaskEvent(message);
        return event && take(event) ? 'end' : undefined;
      },
    });
  } catch {
    return;
  }
}
