import type { Undo } from '../../kernel/index.ts';
import type { TaskEvent } from './task.ts';

type Listener = (event: TaskEvent) => void;

/** Delivers the events of this process's tasks to their watchers. */
export class TaskFeed {
  readonly #listeners = new Map<number, Set<Listener>>();

  publish(taskId: number, event: TaskEvent): void {
    for (const listener of this.#listeners.get(taskId) ?? []) listener(event);
  }

  watch(taskId: number, listener: Listener): Undo {
    const listeners = this.#listeners.get(taskId) ?? new Set();
    this.#listeners.set(taskId, listeners.add(listener));
    return () => {
      if (listeners.delete(listener) && listeners.size === 0) this.#listeners.delete(taskId);
    };
  }
}
