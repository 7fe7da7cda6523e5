import type { TaskKind, TaskStatus } from '../../data/index.ts';

export type StepStatus = 'pending' | 'running' | 'succeeded' | 'failed';

export interface StepRecord {
  readonly name: string;
  readonly status: StepStatus;
  readonly startedAt: string | null;
  readonly durationMs: number | null;
}

/** Why a task failed: where, what, and what to do. (design 4.4) */
export interface TaskFailure {
  readonly stage: string;
  readonly code: string;
  readonly message: string;
  readonly fix: string | null;
  /** Where the failure is one of loading the backend: the load's own stage. (design 9.4-17) */
  readonly loadStage?: string;
  /** What the message is filled with, where a shell may say it in another language. */
  readonly params?: FailureParams;
}

/** A failure with the operation that it ended, for records that outlive the task's own. */
export interface OperationFailure extends TaskFailure {
  /** Absent in what hosts before this one have written. */
  readonly operation?: FailedOperation;
}

export interface FailedOperation {
  readonly kind: TaskKind;
  readonly version: string | null;
  readonly taskId: number;
  readonly at: string;
}

export type FailureParams = Readonly<Record<string, string | number>>;

/** A task as people see it. */
export interface Task {
  readonly taskId: number;
  readonly tenantId: string;
  readonly appCode: string;
  readonly kind: TaskKind;
  readonly version: string | null;
  readonly status: TaskStatus;
  readonly currentStep: string | null;
  /** 0 to 100. */
  readonly progress: number;
  readonly logText: string;
  readonly steps: readonly StepRecord[];
  readonly report: TaskReport | null;
  readonly failure: TaskFailure | null;
  readonly actor: string | null;
  readonly createTime: string;
  readonly updateTime: string;
}

/** What an operation tells when it is done; the specification's deploy report fields among it. */
export type TaskReport = Readonly<Record<string, unknown>>;

/** What happens to a task, as it happens. */
export type TaskEvent =
  | { readonly type: 'step'; readonly data: Pick<StepRecord, 'name' | 'status' | 'durationMs'> }
  | { readonly type: 'progress'; readonly data: { readonly progress: number } }
  | { readonly type: 'log'; readonly data: { readonly line: string } }
  | { readonly type: 'end'; readonly data: Task };
