import type { Clock, Logger } from '../kernel/index.ts';
import type { JobExecutors, RunJob } from '../plugin-runtime/index.ts';
import { nextTime } from './cron-times.ts';
import type { Taken } from './due-times.ts';
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

/** Lateness after which a time counts as missed, in milliseconds. */
const MISSED_MS = 60_000;

/**
 * Runs due tasks. One of the nodes that share the database takes each time. A task whose
 * application is not loaded, or is disabled for its tenant, keeps its time and waits. (spec: L5;
 * design 3.8)
 */
export class Scheduler {
  readonly #options: SchedulerOptions;

  constructor(options: SchedulerOptions) {
    this.#options = options;
  }

  /** Never throws: a task that cannot start is logged and does not block others. */
  readonly take = async (task: Task): Promise<Taken> => {
    const { executors, logger } = this.#options;
    try {
      const job = executors.find(task.executor, task.tenantId);
      return job ? await this.#take(task, job) : 'waits';
    } catch (error) {
      logger.error(`Task ${task.jobName} could not be started`, { jobId: task.jobId, error });
      return 'waits';
    }
  };

  async #take(task: Task, job: RunJob): Promise<Taken> {
    const { tasks, runs, runner, clock } = this.#options;
    const now = clock.now();
    const next = nextTime(task.cron, task.timeZone, now);
    const busy = task.concurrency !== 'parallel' && (await runner.isRunning(task.jobId));
    if (busy && task.concurrency === 'serial') return 'waits';
    const leftOut = busy ? 'The previous run had not finished.' : missed(task, now);
    const ranAt = leftOut === undefined ? new Date(now).toISOString() : undefined;
    if (!(await tasks.claim(task, next, ranAt))) return 'gone';
    if (leftOut === undefined) await runner.begin(task, job);
    else await runs.begin(task, 1, 'skipped', leftOut);
    return 'taken';
  }
}

function missed({ nextRunTime, misfirePolicy }: Task, now: number): string | undefined {
  const due = nextRunTime === null ? now : Date.parse(nextRunTime);
  return misfirePolicy === 'skip' && now - due > MISSED_MS
    ? `The start at ${nextRunTime} was missed.`
    : undefined;
}
