import { installContracts } from '@platform/host-api';
import { defineRoute, type Route } from '../../kernel/index.ts';
import type { ApplicationOperations } from '../operations/application-operations.ts';
import { callerOf } from './caller.ts';
import type { FreshProof } from '../../system/index.ts';
import { installedApplications, type InstallViewParts } from '../storefront/installed-applications.ts';

/** spec: Endpoints 6, 7; design 2.3 */
export function installRoutes(
  operations: ApplicationOperations,
  view: InstallViewParts,
  proof: FreshProof,
): Route[] {
  return [
    defineRoute({
      ...installContracts.list,
      handler: ({ tenantId, query: { keyword, appCode }, page }) =>
        installedApplications(
          view,
          tenantId ?? '',
          { ...(keyword ? { keyword } : {}), ...(appCode ? { appCode } : {}) },
          page,
        ),
    }),
    defineRoute({
      ...installContracts.install,
      audit: 'Install application',
      handler: (ctx) => operations.install(ctx.body, callerOf(ctx, ctx.query.async)),
    }),
    defineRoute({
      ...installContracts.upgrade,
      audit: 'Upgrade application',
      handler: (ctx) =>
        operations.upgrade(ctx.params.installId, ctx.body?.version, callerOf(ctx, ctx.query.async)),
    }),
    defineRoute({
      ...installContracts.enable,
      audit: 'Enable application',
      handler: (ctx) => operations.enable(ctx.params.installId, callerOf(ctx, ctx.query.async)),
    }),
    defineRoute({
      ...installContracts.disable,
      audit: 'Disable application',
      handler: (ctx) => operations.disable(ctx.params.installId, callerOf(ctx, ctx.query.async)),
    }),
    defineRoute({
      ...installContracts.rollback,
      audit: 'Roll application back',
      handler: (ctx) => operations.rollback(ctx.params.installId, callerOf(ctx, ctx.query.async)),
    }),
    defineRoute({
      ...installContracts.acknowledge,
      audit: 'Acknowledge a failure',
      handler: (ctx) => operations.acknowledge(ctx.params.installId),
    }),
    defineRoute({
      ...installContracts.uninstall,
      audit: 'Uninstall application',
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
