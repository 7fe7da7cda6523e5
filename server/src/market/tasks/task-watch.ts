import type { EventSink } from '../../kernel/index.ts';
import type { TaskEvent } from './task.ts';
import type { TaskFeed } from './task-feed.ts';
import { TaskMirror } from './task-mirror.ts';
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
    if (!live) return this.#mirror(taskId, new TaskMirror(sink));
    new TaskMirror(sink).showSoFar(live);
    const unwatch = this.#feed.watch(taskId, {
      onEvent: (event) => {
        sink.send(event.type, event.data);
        if (event.type === 'end') sink.end();
      },
    });
    return () => void unwatch();
  }

  /** Follows a task that has ended, or that another process runs. */
  #mirror(taskId: number, mirror: TaskMirror): () => void {
    let timer: NodeJS.Timeout | undefined;
    let stopped = false;
    const onEvent = (event: TaskEvent): void => mirror.show(event);
    const unwatch = this.#feed.watch(taskId, { onEvent, look: () => void look() });
    const stop = (): void => {
      stopped = true;
      clearTimeout(timer);
      void unwatch();
    };
    const look = async (): Promise<void> => {
      clearTimeout(timer);
      const task = await this.#store.findOfAnyTenant(taskId).catch(() => undefined);
      if (stopped) return;
      if (task?.status === 'running') {
        mirror.showSoFar(task);
        clearTimeout(timer);
        timer = setTimeout(() => void look(), POLL_MS);
        return;
      }
      stop();
      mirror.end(task);
    };
    void look();
    return stop;
  }
}
