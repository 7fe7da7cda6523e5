import type { EventSink } from '../../kernel/index.ts';
import type { StepStatus, Task, TaskEvent } from './task.ts';
import type { TaskProgress } from './task-store.ts';

type SoFar = Pick<TaskProgress, 'steps' | 'logText' | 'progress'>;

const RANK: Readonly<Record<StepStatus, number>> = { pending: 0, running: 1, succeeded: 2, failed: 2 };

/**
 * Sends the events of a task from two sources, messages and its saved state, each once and never
 * backwards.
 */
export class TaskMirror {
  readonly #sink: EventSink;
  readonly #lines = new Set<string>();
  readonly #steps = new Map<string, StepStatus>();
  /** Host states already shown for each step. */
  readonly #hosts = new Map<string, string>();
  #progress = -1;

  constructor(sink: EventSink) {
    this.#sink = sink;
  }

  /** Sends what of the saved state was not sent yet. */
  showSoFar({ steps, logText, progress }: SoFar): void {
    for (const { name, status, durationMs, hosts } of steps) {
      const data = { name, status, durationMs, ...(hosts ? { hosts } : {}) };
      if (status !== 'pending') this.show({ type: 'step', data });
    }
    for (const line of logText.split('\n').filter(Boolean)) this.show({ type: 'log', data: { line } });
    this.show({ type: 'progress', data: { progress } });
  }

  show(event: TaskEvent): void {
    if (this.#isNew(event)) this.#sink.send(event.type, event.data);
  }

  /** @param task undefined where it is gone or cannot be read */
  end(task?: Task): void {
    if (task) {
      this.showSoFar(task);
      this.#sink.send('end', task);
    }
    this.#sink.end();
  }

  #isNew({ type, data }: TaskEvent): boolean {
    switch (type) {
      case 'log': {
        const count = this.#lines.size;
        return this.#lines.add(data.line).size > count;
      }
      case 'step': {
        const known = this.#steps.get(data.name) ?? 'pending';
        const hosts = JSON.stringify(data.hosts);
        const isNews = hosts !== undefined && hosts !== this.#hosts.get(data.name);
        if (RANK[data.status] < RANK[known] || (RANK[data.status] === RANK[known] && !isNews)) return false;
        if (hosts !== undefined) this.#hosts.set(data.name, hosts);
        this.#steps.set(data.name, data.status);
        return true;
      }
      case 'progress':
        if (data.progress <= this.#progress) return false;
        this.#progress = data.progress;
        return true;
      case 'end':
        return true;
    }
  }
}
