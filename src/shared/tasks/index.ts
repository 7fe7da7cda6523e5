export type { Consequence } from './consequence.ts';
export type { FailedVersion, OperationFailure, StartedTask, Task } from './task.ts';
export { createTasksApi, type TasksApi } from './tasks-api.ts';
export { retryPermission, retryTask } from './retry.ts';
export { useFailedBefore } from './use-failed-before.ts';
export { usePermissionWords } from './use-permission-words.ts';
export { useTask } from './use-task.ts';
export { useTaskPath } from './use-task-path.ts';
export { useTaskWords } from './use-task-words.ts';
