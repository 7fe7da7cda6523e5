import { defineRoute, pageOf, Type, type Route } from '../../kernel/index.ts';
import { callerOf, type ApplicationOperations } from '../operations/application-operations.ts';
import type { FreshProof } from '../../system/index.ts';
import { asyncQuery, id, nullable, text, versionText } from '../schemas.ts';
import { failedVersionSchema, operationFailureSchema } from '../tasks/task-schema.ts';
import { installedApplications, type InstallViewParts } from './install-view.ts';

const params = Type.Object({ installId: id });
const installed = Type.Object({
  installId: Type.Integer(),
  appCode: Type.String(),
  name: Type.String(),
  icon: text,
  version: Type.String(),
  previousVersion: text,
  latestVersion: text,
  status: Type.Integer(),
  failure: nullable(operationFailureSchema),
  failed: nullable(failedVersionSchema),
  backend: Type.String(),
  backendError: text,
  installedAt: Type.String(),
  installedBy: text,
});

/** spec: Endpoints 6, 7; design 2.3 */
export function installRoutes(
  operations: ApplicationOperations,
  view: InstallViewParts,
  proof: FreshProof,
): Route[] {
  return [
    defineRoute({
      method: 'GET',
      url: '/app/install/list',
      auth: 'app:install:list',
      summary: 'Applications that the tenant has installed',
      schema: {
        query: Type.Object({
          keyword: Type.Optional(Type.String({ maxLength: 100 })),
          appCode: Type.Optional(Type.String({ maxLength: 32 })),
        }),
        response: pageOf(installed),
      },
      handler: ({ tenantId, query: { keyword, appCode }, page }) =>
        installedApplications(
          view,
          tenantId ?? '',
          { ...(keyword ? { keyword } : {}), ...(appCode ? { appCode } : {}) },
          page,
        ),
    }),
    defineRoute({
      method: 'POST',
      url: '/app/install',
      auth: 'app:install:add',
      summary: 'Install an application',
      audit: 'Install application',
      schema: {
        query: asyncQuery,
        body: Type.Object({
          appCode: Type.String({ minLength: 1, maxLength: 32 }),
          version: Type.Optional(versionText),
          withDependencies: Type.Optional(Type.Boolean()),
        }),
      },
      handler: (ctx) => operations.install(ctx.body, callerOf(ctx, ctx.query.async)),
    }),
    defineRoute({
      method: 'POST',
      url: '/app/install/:installId/upgrade',
      auth: 'app:install:edit',
      summary: 'Upgrade an installed application',
      audit: 'Upgrade application',
      schema: {
        params,
        query: asyncQuery,
        body: nullable(Type.Object({ version: Type.Optional(versionText) })),
      },
      handler: (ctx) =>
        operations.upgrade(ctx.params.installId, ctx.body?.version, callerOf(ctx, ctx.query.async)),
    }),
    defineRoute({
      method: 'POST',
      url: '/app/install/:installId/enable',
      auth: 'app:install:edit',
      summary: 'Enable a disabled application',
      audit: 'Enable application',
      schema: { params, query: asyncQuery },
      handler: (ctx) => operations.enable(ctx.params.installId, callerOf(ctx, ctx.query.async)),
    }),
    defineRoute({
      method: 'POST',
      url: '/app/install/:installId/disable',
      auth: 'app:install:edit',
      summary: 'Disable an application',
      audit: 'Disable application',
      schema: { params, query: asyncQuery },
      handler: (ctx) => operations.disable(ctx.params.installId, callerOf(ctx, ctx.query.async)),
    }),
    defineRoute({
      method: 'POST',
      url: '/app/install/:installId/rollback',
      auth: 'app:install:edit',
      summary: 'Return to the version that was installed before',
      audit: 'Roll application back',
      schema: { params, query: asyncQuery },
      handler: (ctx) => operations.rollback(ctx.params.installId, callerOf(ctx, ctx.query.async)),
    }),
    defineRoute({
      method: 'DELETE',
      url: '/app/install/:installId/failure',
      auth: 'app:install:edit',
      summary: 'Take note of the last failure: it is shown no more',
      audit: 'Acknowledge a failure',
      schema: { params },
      handler: (ctx) => operations.acknowledge(ctx.params.installId),
    }),
    defineRoute({
      method: 'DELETE',
      url: '/app/install/:installId',
      auth: 'app:install:remove',
      summary:
        'Uninstall an application; tables stay unless dropData, confirmed with its code and a fresh proof',
      audit: 'Uninstall application',
      schema: {
        params,
        query: Type.Object({
          ...asyncQuery.properties,
          dropData: Type.Optional(Type.Boolean()),
          confirm: Type.Optional(Type.String()),
        }),
      },
      handler(ctx) {
        const { dropData = false, confirm } = ctx.query;
        if (dropData) proof.require();
        return operations.uninstall(
          ctx.params.installId,
          { dropData, confirm },
          callerOf(ctx, ctx.query.async),
        );
      },
    }),
  ];
}
