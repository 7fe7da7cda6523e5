import { taskContracts } from '@platform/host-api';
import { defineRoute, eventStream, PlatformError, type Route } from '../../kernel/index.ts';
import type { TaskStore } from '../tasks/task-store.ts';
import type { TaskWatch } from '../tasks/task-watch.ts';
import type { Task } from '../tasks/task.ts';

/** design 2.3 */
export function taskRoutes(tasks: TaskStore, watch: TaskWatch): Route[] {
  const find = async (taskId: number): Promise<Task> => {
    const task = await tasks.find(taskId);
    if (task) return task;
    throw new PlatformError({
      code: 'TASK_NOT_FOUND',
      status: 404,
      message: 'This task does not exist.',
      fix: 'Choose one from the list of tasks.',
    });
  };
  return [
    defineRoute({
      ...taskContracts.list,
      handler: ({ query: { appCode, status }, page }) => tasks.page({ appCode, status }, page),
    }),
    defineRoute({ ...taskContracts.get, handler: (ctx) => find(ctx.params.taskId) }),
    defineRoute({
      ...taskContracts.follow,
      handler: async (ctx) => {
        const { taskId } = await find(ctx.params.taskId);
        return eventStream(ctx, (sink) => watch.follow(taskId, sink));
      },
    }),
  ];
}
