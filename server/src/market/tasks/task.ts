import type { Task as TaskData, TaskFailure, TaskStep } from '@platform/host-api';

export type { OperationFailure, TaskFailure, TaskStep as StepRecord } from '@platform/host-api';

export type StepStatus = TaskStep['status'];

/** Values of a failure's message, for a translation of it. */
export type FailureParams = NonNullable<TaskFailure['params']>;

/** A task, with the tenant that it belongs to. */
export interface Task extends TaskData {
  readonly tenantId: string;
}

/** The report of a finished operation; it includes the specification's deploy report fields. */
export type TaskReport = Readonly<Record<string, unknown>>;

/** Events of a task. */
export type TaskEvent =
  | { readonly type: 'step'; readonly data: Pick<TaskStep, 'name' | 'status' | 'durationMs' | 'hosts'> }
  | { readonly type: 'progress'; readonly data: { readonly progress: number } }
  | { readonly type: 'log'; readonly data: { readonly line: string } }
  | { readonly type: 'end'; readonly data: Task };
