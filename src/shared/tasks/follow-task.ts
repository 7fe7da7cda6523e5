import { pause } from '../http/index.ts';
import type { Task } from './task.ts';
import { createTaskMerger, parseTaskEvent } from './task-events.ts';
import type { TasksApi } from './tasks-api.ts';

export interface FollowOptions {
  api: TasksApi;
  taskId: number;
  signal: AbortSignal;
  /** Called with every new view of the task. */
  onChange: (task: Task) => void;
  /** Milliseconds between two reads where the stream cannot be had; default 1500. */
  pollInterval?: number;
}

/**
 * Follows a task to its end: live by its stream, and by reading it again and again where the stream cannot be had (a
 * proxy that holds events back, a connection that keeps breaking). Resolves with the last view of the task; throws
 * `ApiError` when the task cannot be read at all.
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
    show(merger.replace(await api.get(taskId, signal)));
    if (task.status === 'running') await pause(options.pollInterval ?? 1500, signal);
  }
  return task;
}

type TaskEventTaker = (event: NonNullable<ReturnType<typeof parseTaskEvent>>) => boolean;

/** A stream that fails is no failure of the task: what comes after reads it. */
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
