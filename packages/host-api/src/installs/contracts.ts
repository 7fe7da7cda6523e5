import { pageOf } from '@platform/plugin-sdk/web';
import { Type } from 'typebox';
import { AsyncQuery, contract, Nothing, nullable, PositiveId, VersionText } from '../contract/index.ts';
import { StartedTaskSchema } from '../tasks/index.ts';
import { InstallSchema } from './install.ts';
import { OperationPlanSchema, PlanRequestSchema } from './plan.ts';

const params = Type.Object({ installId: PositiveId });
const operation = { params, query: AsyncQuery, response: StartedTaskSchema };

/**
 * `/app/install`: what the tenant has installed, and operations on it. (spec: Endpoints 6, 7;
 * design 2.3)
 */
export const installContracts = {
  list: contract({
    method: 'GET',
    url: '/app/install/list',
    auth: 'app:install:list',
    summary: 'Applications that the tenant has installed',
    schema: {
      query: Type.Object({
        keyword: Type.Optional(Type.String({ maxLength: 100 })),
        appCode: Type.Optional(Type.String({ maxLength: 32 })),
      }),
      response: pageOf(InstallSchema),
    },
  }),
  plan: contract({
    method: 'POST',
    url: '/app/install/plan',
    auth: 'app:install:list',
    summary: 'Plan an operation: its exact effect, without changing anything',
    schema: { body: PlanRequestSchema, response: OperationPlanSchema },
  }),
  install: contract({
    method: 'POST',
    url: '/app/install',
    auth: 'app:install:add',
    summary: 'Install an application',
    schema: {
      query: AsyncQuery,
      body: Type.Object({
        appCode: Type.String({ minLength: 1, maxLength: 32 }),
        version: Type.Optional(VersionText),
        withDependencies: Type.Optional(Type.Boolean()),
      }),
      response: StartedTaskSchema,
    },
  }),
  upgrade: contract({
    method: 'POST',
    url: '/app/install/:installId/upgrade',
    auth: 'app:install:edit',
    summary: 'Upgrade an installed application',
    schema: { ...operation, body: nullable(Type.Object({ version: Type.Optional(VersionText) })) },
  }),
  enable: contract({
    method: 'POST',
    url: '/app/install/:installId/enable',
    auth: 'app:install:edit',
    summary: 'Enable a disabled application',
    schema: operation,
  }),
  disable: contract({
    method: 'POST',
    url: '/app/install/:installId/disable',
    auth: 'app:install:edit',
    summary: 'Disable an application',
    schema: operation,
  }),
  rollback: contract({
    method: 'POST',
    url: '/app/install/:installId/rollback',
    auth: 'app:install:edit',
    summary: 'Roll back to the version that was installed before',
    schema: operation,
  }),
  acknowledge: contract({
    method: 'DELETE',
    url: '/app/install/:installId/failure',
    auth: 'app:install:edit',
    summary: 'Acknowledge the last failure, which hides it',
    schema: { params, response: Nothing },
  }),
  uninstall: contract({
    method: 'DELETE',
    url: '/app/install/:installId',
    auth: 'app:install:remove',
    summary:
      'Uninstall an application; tables stay unless dropData, confirmed with its code and a fresh proof',
    schema: {
      params,
      query: Type.Object({
        ...AsyncQuery.properties,
        dropData: Type.Optional(Type.Boolean()),
        confirm: Type.Optional(Type.String()),
      }),
      response: StartedTaskSchema,
    },
  }),
};
