import type { EventSink } from '../../kernel/index.ts';
import type { TaskFeed } from './task-feed.ts';
import type { TaskProgress, TaskStore } from './task-store.ts';

const POLL_MS = 1000;

/** Follows a task: its progress so far, then each event up to its end. */
export class TaskWatch {
  readonly #store: TaskStore;
  readonly #feed: TaskFeed;
  readonly #live: (taskId: number) => TaskProgress | undefined;

  /** @param live progress of a task of this process; undefined for any other */
  constructor(store: TaskStore, feed: TaskFeed, live: (taskId: number) => TaskProgress | undefined) {
    this.#store = store;
    this.#feed = feed;
    this.#live = live;
  }

  /** @returns a function that stops following */
  follow(taskId: number, sink: EventSink): () => void {
    const live = this.#live(taskId);
    if (!live) return this.#poll(taskId, sink);
    sendSoFar(live, sink);
    const unwatch = this.#feed.watch(taskId, (event) => {
      sink.send(event.type, event.data);
      if (event.type === 'end') sink.end();
    });
    return () => void unwatch();
  }

  /** Polls a task that has ended, or that another process runs. */
  #poll(taskId: number, sink: EventSink): () => void {
    let timer: NodeJS.Timeout | undefined;
    let stopped = false;
    const look = async (): Promise<void> => {
      const task = await this.#store.findOfAnyTenant(taskId);
      if (stopped) return;
      if (task?.status === 'running') {
        timer = setTimeout(() => void look().catch(() => sink.end()), POLL_MS);
        return;
      }
      if (task) {
        sendSoFar(task, sink);
        sink.send('end', task);
      }
      sink.end();
    };
    void look().catch(() => sink.end());
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }
}

function sendSoFar(
  { steps, logText, progress }: Omit<TaskProgress, 'version' | 'currentStep'>,
  sink: EventSink,
): void {
  for (const { name, status, durationMs } of steps) {
    if (status !== 'pending') sink.send('step', { name, status, durationMs });
  }
  for (const line of logText.split('\n').filter(Boolean)) sink.send('log', { line });
  sink.send('progress', { progress });
}
