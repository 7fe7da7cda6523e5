import type { ClusterBus } from '../../infra/index.ts';
import type { Undo } from '../../kernel/index.ts';
import type { TaskEvent } from './task.ts';

const TOPIC = 'tasks';
/** Hosts of a step that a message lists. */
const LISTED = 20;

/** An event on its way to other hosts; without one, the task has ended. */
interface Forwarded {
  readonly taskId: number;
  readonly event?: TaskEvent;
}

/** Callbacks of a watcher; `look` asks for a look at a task that another host runs. */
interface TaskListener {
  onEvent(event: TaskEvent): void;
  look?(): void;
}

/** Delivers the events of tasks to their watchers, whichever host they watch. */
export class TaskFeed {
  readonly #bus: ClusterBus;
  readonly #listeners = new Map<number, Set<TaskListener>>();

  constructor(bus: ClusterBus) {
    this.#bus = bus;
  }

  /** Delivers an event of a task of this process. */
  publish(taskId: number, event: TaskEvent): void {
    this.#deliver(taskId, event);
    // The end is a whole record, which is better read than sent.
    const forwarded: Forwarded = event.type === 'end' ? { taskId } : { taskId, event: brief(event) };
    this.#bus.publish(TOPIC, forwarded);
  }

  /** Follows the tasks of other hosts. A look each second finds what messages have missed. */
  follow(): Undo {
    return this.#bus.subscribe(TOPIC, {
      received: (body) => {
        const { taskId, event } = body as Forwarded;
        if (event) this.#deliver(taskId, event);
        else for (const listener of this.#listeners.get(taskId) ?? []) listener.look?.();
      },
      missed: () => undefined,
    });
  }

  watch(taskId: number, listener: TaskListener): Undo {
    const listeners = this.#listeners.get(taskId) ?? new Set();
    this.#listeners.set(taskId, listeners.add(listener));
    return () => {
      if (listeners.delete(listener) && listeners.size === 0) this.#listeners.delete(taskId);
    };
  }

  #deliver(taskId: number, event: TaskEvent): void {
    for (const listener of this.#listeners.get(taskId) ?? []) listener.onEvent(event);
  }
}

/**
 * Leaves out a long list of hosts, which each of them would receive with each change of one.
 * Watchers on other hosts find it in the saved task.
 */
function brief(event: TaskEvent): TaskEvent {
  if (event.type !== 'step' || (event.data.hosts?.length ?? 0) <= LISTED) return event;
  const { name, status, durationMs } = event.data;
  return { type: 'step', data: { name, status, durationMs } };
}
