export type { StartedTask, Task, TaskFailure, TaskStatus, TaskStep } from './task.ts';
export { createTasksApi, type TaskQuery, type TasksApi } from './tasks-api.ts';
export { useOperation, type Operation, type OperationPhase } from './use-operation.ts';
export { useTask, type FollowedTask } from './use-task.ts';
export { useTaskWords, type TaskWords } from './use-task-words.ts';
export type { Consequence } from './consequence.ts';
