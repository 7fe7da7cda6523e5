export type { Consequence } from './consequence.ts';
export type { StartedTask, Task, TaskFailure } from './task.ts';
export { createTasksApi, type TasksApi } from './tasks-api.ts';
export { useTask } from './use-task.ts';
export { useTaskWords } from './use-task-words.ts';
