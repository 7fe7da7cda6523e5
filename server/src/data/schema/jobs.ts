import type { ActorColumns, Defaulted, Enabled, TenantColumn, TimeColumns, Timestamp } from './columns.ts';

/** A task of the scheduler center. (design 3.8) */
export interface SysJobTable extends TenantColumn, TimeColumns, ActorColumns {
  job_id: number;
  job_name: string;
  app_code: string;
  /** `@JobExecutor` name. */
  executor: string;
  cron: string;
  time_zone: Defaulted<string | null>;
  params_json: Defaulted<string | null>;
  /** `skip` or `run-once`. */
  misfire_policy: Defaulted<string>;
  /** `serial`, `parallel` or `discard`. */
  concurrency: Defaulted<string>;
  max_attempts: Defaulted<number>;
  timeout_ms: Defaulted<number>;
  status: Defaulted<Enabled>;
  last_run_time: Defaulted<Timestamp | null>;
  next_run_time: Defaulted<Timestamp | null>;
}

/** One run of a task. */
export interface SysJobLogTable extends TenantColumn, TimeColumns {
  log_id: number;
  job_id: number;
  attempt: Defaulted<number>;
  /** `running`, `succeeded` or `failed`. */
  status: 'running' | 'stopping' | 'succeeded' | 'failed' | 'stopped' | 'skipped';
  message: Defaulted<string | null>;
  log_text: Defaulted<string | null>;
  node: string;
  start_time: Timestamp;
  end_time: Defaulted<Timestamp | null>;
}
