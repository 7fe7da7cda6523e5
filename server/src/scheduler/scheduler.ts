import type { Clock, Logger } from '../kernel/index.ts';
import type { JobExecutors, RunJob } from '../plugin-runtime/index.ts';
import { nextTime } from './cron-times.ts';
import type { RunStore } from './run-store.ts';
import type { TaskRunner } from './task-runner.ts';
import type { TaskStore } from './task-store.ts';
import type { Task } from './task.ts';

interface SchedulerOptions {
  readonly tasks: TaskStore;
  readonly runs: RunStore;
  readonly runner: TaskRunner;
  readonly executors: JobExecutors;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A time that is past by more than this was missed, in milliseconds. */
const MISSED_MS = 60_000;

/**
 * Looks for tasks whose time has come. Each time is taken by one node of those that share the database. A task whose
 * application is not loaded, or is disabled for its tenant, keeps its time and waits. (spec: L5; design 3.8)
 */
export class Scheduler {
  readonly #options: SchedulerOptions;
  #ticking: Promise<void> | undefined;

  constructor(options: SchedulerOptions) {
    this.#options = options;
  }

  /** One look; a second one while the first goes on joins it. */
  tick(): Promise<void> {
    return (this.#ticking ??= this.#tick().finally(() => {
      this.#ticking = undefined;
    }));
  }

  async #tick(): Promise<void> {
    const { tasks, executors, clock, logger } = this.#options;
    for (const task of await tasks.due(new Date(clock.now()).toISOString())) {
      const job = executors.find(task.executor, task.tenantId);
      if (!job) continue;
      try {
        await this.#due(task, job);
      } catch (error) {
        logger.error(`Task ${task.jobName} could not be begun`, { jobId: task.jobId, error });
      }
    }
  }

  async #due(task: Task, job: RunJob): Promise<void> {
    const { tasks, runs, runner, clock } = this.#options;
    const now = clock.now();
    const next = nextTime(task.cron, task.timeZone, now);
    const busy = task.concurrency !== 'parallel' && (await runner.isRunning(task.jobId));
    if (busy && task.concurrency === 'serial') return;
    const leftOut = busy ? 'The former run still went on.' : missed(task, now);
    if (!(await tasks.claim(task, next, leftOut === undefined ? new Date(now).toISOString() : undefined)))
      return;
    if (leftOut === undefined) await runner.begin(task, job);
    else await runs.begin(task, 1, 'skipped', leftOut);
  }
}

function missed({ nextRunTime, misfirePolicy }: Task, now: number): string | undefined {
  const due = nextRunTime === null ? now : Date.parse(nextRunTime);
  return misfirePolicy === 'skip' && now - due > MISSED_MS
    ? `The time ${nextRunTime} was missed.`
    : undefined;
}
