/** A task of the scheduler center. (design 3.8) */
export interface Task {
  readonly jobId: number;
  readonly tenantId: string;
  readonly jobName: string;
  readonly appCode: string;
  /** `@JobExecutor` name. */
  readonly executor: string;
  readonly cron: string;
  readonly timeZone: string | null;
  readonly params: unknown;
  /** What happens to a time that was missed by more than a minute. */
  readonly misfirePolicy: MisfirePolicy;
  /** What happens to a time that comes while the former run goes on: it waits, runs beside it, or is left out. */
  readonly concurrency: Concurrency;
  readonly maxAttempts: number;
  /** 0 is none. */
  readonly timeoutMs: number;
  readonly status: 0 | 1;
  readonly lastRunTime: string | null;
  readonly nextRunTime: string | null;
  /** The user who made it; hears of its failures. */
  readonly owner: number | null;
}

export type MisfirePolicy = 'skip' | 'run-once';
export type Concurrency = 'serial' | 'parallel' | 'discard';

/** What people say of a task. */
export interface TaskInput {
  readonly jobName: string;
  readonly executor: string;
  readonly cron: string;
  readonly timeZone?: string | null;
  readonly params?: unknown;
  readonly misfirePolicy?: MisfirePolicy;
  readonly concurrency?: Concurrency;
  readonly maxAttempts?: number;
  readonly timeoutMs?: number;
  readonly status?: 0 | 1;
}

/**
 * How one attempt of a run stands; `stopping` runs, and has been asked to end. A time that was left out is `skipped`; a run that
 * somebody ended is `stopped`, and not tried again.
 */
export type RunStatus = 'running' | 'stopping' | 'succeeded' | 'failed' | 'stopped' | 'skipped';

/** A run that has not ended. */
export const UNENDED: readonly RunStatus[] = ['running', 'stopping'];

/** One attempt of a run. */
export interface TaskRun {
  readonly logId: number;
  readonly jobId: number;
  readonly attempt: number;
  readonly status: string;
  readonly message: string | null;
  readonly logText: string | null;
  readonly node: string;
  readonly startTime: string;
  readonly endTime: string | null;
}
