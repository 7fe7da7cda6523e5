import { pageOf } from '@platform/plugin-sdk/web';
import { Type } from 'typebox';
import { contract, PositiveId } from '../contract/index.ts';
import { TaskSchema, TaskStatusSchema } from './task.ts';

const params = Type.Object({ taskId: PositiveId });

/** `/app/task`: the journal of operations. (design 2.3) */
export const taskContracts = {
  list: contract({
    method: 'GET',
    url: '/app/task/list',
    auth: 'app:install:list',
    summary: 'Operations on applications, the latest first',
    schema: {
      query: Type.Object({ appCode: Type.Optional(Type.String()), status: Type.Optional(TaskStatusSchema) }),
      response: pageOf(TaskSchema),
    },
  }),
  get: contract({
    method: 'GET',
    url: '/app/task/:taskId',
    auth: 'app:install:list',
    summary: 'One operation, with its steps and log',
    schema: { params, response: TaskSchema },
  }),
  follow: contract({
    method: 'GET',
    url: '/app/task/:taskId/stream',
    auth: 'app:install:list',
    summary: 'An operation as it happens: server-sent events step, progress, log, end',
    schema: { params },
    produces: 'text/event-stream',
  }),
};
