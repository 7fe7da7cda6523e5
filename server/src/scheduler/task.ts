import type { Concurrency, JobRunRecord, JobRunStatus, MisfirePolicy } from '@platform/host-api';

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
  /** Policy for a time that was missed by more than a minute. */
  readonly misfirePolicy: MisfirePolicy;
  /** Policy for a time that comes during an earlier run: wait, run in parallel, or skip. */
  readonly concurrency: Concurrency;
  readonly maxAttempts: number;
  /** 0 means no limit. */
  readonly timeoutMs: number;
  readonly status: 0 | 1;
  readonly lastRunTime: string | null;
  readonly nextRunTime: string | null;
  /** When a person last changed it. */
  readonly updateTime: string;
  /** The user who created it, who is notified of failures. */
  readonly owner: number | null;
}

/** The fields of a task that people set. */
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
 * The state of an attempt: `stopping` still runs after a stop request, `skipped` is a time that was
 * left out, `stopped` was ended by a person and is not retried.
 */
export type RunStatus = JobRunStatus;

/** A run that has not ended. */
export const UNENDED: readonly RunStatus[] = ['running', 'stopping'];

/** One attempt of a run. */
export type TaskRun = JobRunRecord;
