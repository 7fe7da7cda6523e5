/** How one attempt of a run stands; `skipped` is a time that was left out. */
export type RunStatus = 'running' | 'stopping' | 'succeeded' | 'failed' | 'stopped' | 'skipped';

/** One attempt of a run. */
export interface JobRun {
  logId: number;
  attempt: number;
  status: RunStatus;
  message: string | null;
  /** ISO timestamps. */
  startTime: string;
  endTime: string | null;
}

/** An attempt as the history has it. */
export interface JobRunRecord extends JobRun {
  jobId: number;
  logText: string | null;
  node: string;
}

/** What people say of a task. */
export interface JobTaskInput {
  jobName: string;
  executor: string;
  cron: string;
  timeZone: string | null;
  params?: unknown;
  /** What happens to a time that was missed by more than a minute. */
  misfirePolicy: 'skip' | 'run-once';
  /** What happens to a time that comes while the former run goes on. */
  concurrency: 'serial' | 'parallel' | 'discard';
  maxAttempts: number;
  /** 0 is none. */
  timeoutMs: number;
  status: 0 | 1;
}

/** A task of the scheduler center. */
export interface JobTask extends JobTaskInput {
  /** The zone that its times are of: its own, else the host's. */
  zone: string;
  jobId: number;
  appCode: string;
  /** False: its application is not loaded or disabled, and the task waits. */
  ready: boolean;
  lastRunTime: string | null;
  nextRunTime: string | null;
  lastRun?: JobRun;
}

/** A job that a loaded application offers. */
export interface JobExecutor {
  name: string;
  appCode: string;
  className: string;
}

/** Where due tasks wait, and whether the node that was asked runs any. */
export interface SchedulerCenter {
  kind: 'embedded' | 'redis' | 'disabled';
  runsHere: boolean;
}
