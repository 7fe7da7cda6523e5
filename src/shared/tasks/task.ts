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
