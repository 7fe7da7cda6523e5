import { setTimeout as sleep } from 'node:timers/promises';
import { DelayedError, Queue, Worker, type Job } from 'bullmq';
import { Redis } from 'ioredis';
import { type Clock, type Logger, reasonOf, repeat } from '../kernel/index.ts';
import type { DueTimes, Taken } from './due-times.ts';
import type { TaskStore } from './task-store.ts';
import type { Task } from './task.ts';

export interface QueuedTimesOptions {
  readonly tasks: TaskStore;
  readonly clock: Clock;
  readonly logger: Logger;
  /** `redis://…` */
  readonly url: string;
  /** Prefix of every key. */
  readonly prefix: string;
  /** Interval of checking a waiting task again, in milliseconds. */
  readonly tickMs: number;
}

/** A due time of a task in the queue. */
interface DueTime {
  readonly jobId: number;
  readonly time: string;
}

const NAME = 'due';
/** Ticks between sweeps of the database for times that the queue lost. */
const SWEEP_TICKS = 15;
const AT_ONCE = 16;
const CLOSE_MS = 2_000;
/** Longest wait of a request for a failing Redis. */
const PATIENCE_MS = 1_000;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Each next time of a task is a delayed job on Redis, which wakes one of the nodes without polling
 * the database. The database is the source of truth: Redis receives every next time when it
 * connects, a sweep restores lost times, and outdated times are dropped.
 */
export class QueuedTimes implements DueTimes {
  readonly #options: QueuedTimesOptions;
  readonly #client: Redis;
  readonly #queue: Queue<DueTime>;
  #worker:
    | { readonly bull: Worker<DueTime>; readonly client: Redis; readonly stopSweep: () => void }
    | undefined;
  #away = false;

  constructor(options: QueuedTimesOptions) {
    this.#options = options;
    this.#client = this.#connect();
    this.#queue = new Queue(NAME, {
      connection: this.#client,
      prefix: options.prefix,
      skipWaitingForReady: true,
    });
    this.#queue.on('error', () => undefined);
  }

  async start(take: (task: Task) => Promise<Taken>): Promise<void> {
    const { prefix, tickMs, logger } = this.#options;
    const client = this.#connect();
    const bull = new Worker<DueTime>(NAME, (job, token) => this.#due(job, token, take), {
      connection: client,
      prefix,
      concurrency: AT_ONCE,
    });
    bull.on('error', () => undefined);
    const stopSweep = repeat(
      tickMs * SWEEP_TICKS,
      () => this.#sweep(),
      logger,
      'The queue of due tasks could not be restored',
    );
    this.#worker = { bull, client, stopSweep };
    this.#client.on('ready', () => void this.#fill());
    if (this.#client.status === 'ready') await this.#fill();
  }

  async follow({ jobId, nextRunTime }: Pick<Task, 'jobId' | 'nextRunTime'>): Promise<void> {
    if (nextRunTime === null || this.#client.status !== 'ready') return;
    const added = this.#add({ jobId, time: nextRunTime }).catch((error: unknown) => this.#warn(error));
    await Promise.race([added, sleep(PATIENCE_MS, undefined, { ref: false })]);
  }

  async close(): Promise<void> {
    this.#worker?.stopSweep();
    const closing = Promise.allSettled([this.#worker?.bull.close(), this.#queue.close()]);
    await Promise.race([closing, sleep(this.#away ? 0 : CLOSE_MS, undefined, { ref: false })]);
    this.#worker?.client.disconnect();
    this.#client.disconnect();
  }

  async #due(
    job: Job<DueTime>,
    token: string | undefined,
    take: (task: Task) => Promise<Taken>,
  ): Promise<void> {
    const { tasks, tickMs, clock } = this.#options;
    const { jobId, time } = job.data;
    const task = await tasks.find(jobId);
    if (!task || task.nextRunTime !== time || task.status !== 1) return;
    const early = Date.parse(time) - clock.now();
    if (early > 0 || (await take(task)) === 'waits') {
      await job.moveToDelayed(Date.now() + (early > 0 ? early : tickMs), token);
      throw new DelayedError();
    }
    const next = await tasks.find(jobId);
    if (next?.status === 1) await this.follow(next);
  }

  async #fill(): Promise<void> {
    try {
      for (const task of await this.#options.tasks.planned()) await this.follow(task);
    } catch (error) {
      this.#options.logger.error('The next times of tasks could not be read', { error });
    }
  }

  /** Restores due times that the queue lost or holds incorrectly. */
  async #sweep(): Promise<void> {
    const { tasks, clock } = this.#options;
    if (this.#client.status !== 'ready') return;
    for (const { jobId, nextRunTime } of await tasks.due(new Date(clock.now()).toISOString())) {
      if (nextRunTime === null) continue;
      const known = await this.#queue.getJob(idOf({ jobId, time: nextRunTime }));
      if (!known) await this.#add({ jobId, time: nextRunTime });
      else if (await known.isDelayed()) await known.promote().catch(() => undefined);
    }
  }

  async #add(due: DueTime): Promise<void> {
    const delay = Math.max(0, Date.parse(due.time) - this.#options.clock.now());
    await this.#queue.add(NAME, due, {
      jobId: idOf(due),
      delay,
      removeOnComplete: true,
      removeOnFail: true,
    });
  }

  #connect(): Redis {
    const client = new Redis(this.#options.url, {
      maxRetriesPerRequest: null,
      retryStrategy: (attempt) => Math.min(attempt * 200, LONGEST_PAUSE_MS),
    });
    client.on('error', (error: Error) => this.#warn(error));
    client.on('ready', () => {
      if (this.#away) this.#options.logger.info('The Redis of the scheduler center responds again');
      this.#away = false;
    });
    return client;
  }

  /** Logs once for each disconnect. */
  #warn(error: unknown): void {
    if (this.#away) return;
    this.#away = true;
    this.#options.logger.warn('The Redis of the scheduler center does not respond; its tasks wait', {
      reason: reasonOf(error),
    });
  }
}

/** Identifies a time of a task, so that the queue holds it once. */
const idOf = ({ jobId, time }: DueTime): string => `${jobId}-${Date.parse(time)}`;
