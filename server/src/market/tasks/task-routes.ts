import type { TaskStatus } from '../../data/index.ts';
import { defineRoute, eventStream, pageOf, PlatformError, Type, type Route } from '../../kernel/index.ts';
import { id } from '../schemas.ts';
import { taskSchema } from './task-schema.ts';
import type { TaskStore } from './task-store.ts';
import type { TaskWatch } from './task-watch.ts';
import type { Task } from './task.ts';

const params = Type.Object({ taskId: id });

/** design 2.3 */
export function taskRoutes(tasks: TaskStore, watch: TaskWatch): Route[] {
  const find = async (taskId: number): Promise<Task> => {
    const task = await tasks.find(taskId);
    if (task) return task;
    throw new PlatformError({
      code: 'TASK_NOT_FOUND',
      status: 404,
      message: 'There is no such task.',
      fix: 'Look at the list of tasks.',
    });
  };
  return [
    defineRoute({
      method: 'GET',
      url: '/app/task/list',
      auth: 'app:install:list',
      summary: 'Operations on applications, the latest first',
      schema: {
        query: Type.Object({
          appCode: Type.Optional(Type.String()),
          status: Type.Optional(
            Type.Unsafe<TaskStatus>({ type: 'string', enum: ['running', 'succeeded', 'failed'] }),
          ),
        }),
        response: pageOf(taskSchema),
      },
      handler: ({ query: { appCode, status }, page }) => tasks.page({ appCode, status }, page),
    }),
    defineRoute({
      method: 'GET',
      url: '/app/task/:taskId',
      auth: 'app:install:list',
      summary: 'One operation, with its steps and log',
      schema: { params, response: taskSchema },
      handler: (ctx) => find(ctx.params.taskId),
    }),
    defineRoute({
      method: 'GET',
      url: '/app/task/:taskId/stream',
      auth: 'app:install:list',
      summary: 'An operation as it happens: server-sent events step, progress, log, end',
      schema: { params },
      handler: async (ctx) => {
        const { taskId } = await find(ctx.params.taskId);
        return eventStream(ctx, (sink) => watch.follow(taskId, sink));
      },
    }),
  ];
}
