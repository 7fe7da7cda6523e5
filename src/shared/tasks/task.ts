export type TaskStatus = 'running' | 'succeeded' | 'failed';
export type TaskStepStatus = 'pending' | 'running' | 'succeeded' | 'failed';

export interface TaskStep {
  name: string;
  status: TaskStepStatus;
  startedAt?: string | null;
  durationMs?: number | null;
}

/** Why a task failed; `loadStage` where the backend's load did (design 9.4-17). */
export interface TaskFailure {
  stage: string;
  code: string;
  message: string;
  fix?: string | null;
  loadStage?: string;
  /** What the message is filled with, where it can be said in another language. */
  params?: Readonly<Record<string, string | number>>;
}

/** Which operation a failure ended, as an installation's record keeps it. */
export interface FailedOperation {
  kind: string;
  version?: string | null;
  taskId: number;
  at: string;
}

/** The last failure of an installation. */
export interface OperationFailure extends TaskFailure {
  /** Absent in records of earlier hosts. */
  operation?: FailedOperation;
}

/** A version that was tried here and did not run. */
export interface FailedVersion extends FailedOperation {
  version: string;
  code: string;
  message: string;
}

/** An operation on an application, as the server journals it (design 4.4). */
export interface Task {
  taskId: number;
  appCode: string;
  kind: string;
  version?: string | null;
  status: TaskStatus;
  currentStep: string | null;
  /** 0 to 100. */
  progress: number;
  logText: string;
  steps: readonly TaskStep[];
  report?: Readonly<Record<string, unknown>> | null;
  failure?: TaskFailure | null;
  actor?: string | null;
  createTime: string;
  updateTime: string;
}

/** What `?async=true` answers. */
export interface StartedTask {
  taskId: number;
}
