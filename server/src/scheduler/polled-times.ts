import { repeat, type Clock, type Logger } from '../kernel/index.ts';
import type { DueTimes, Taken } from './due-times.ts';
import type { TaskStore } from './task-store.ts';
import type { Task } from './task.ts';

export interface PolledTimesOptions {
  readonly tasks: TaskStore;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly tickMs: number;
}

/** Polls the database for due tasks: the embedded scheduler center. */
export class PolledTimes implements DueTimes {
  readonly #options: PolledTimesOptions;
  #stop: (() => void) | undefined;
  #ticking: Promise<void> | undefined;

  constructor(options: PolledTimesOptions) {
    this.#options = options;
  }

  async start(take: (task: Task) => Promise<Taken>): Promise<void> {
    const { tickMs, logger } = this.#options;
    this.#stop = repeat(tickMs, () => this.#tick(take), logger, 'Due tasks could not be read');
  }

  /** Nothing to do, since polling reads the database. */
  async follow(): Promise<void> {
    return undefined;
  }

  async close(): Promise<void> {
    this.#stop?.();
    await this.#ticking?.catch(() => undefined);
  }

  /** Polls once; a call during a poll joins it. */
  #tick(take: (task: Task) => Promise<Taken>): Promise<void> {
    return (this.#ticking ??= this.#look(take).finally(() => {
      this.#ticking = undefined;
    }));
  }

  async #look(take: (task: Task) => Promise<Taken>): Promise<void> {
    const { tasks, clock } = this.#options;
    for (const task of await tasks.due(new Date(clock.now()).toISOString())) await take(task);
  }
}
