import { versionContracts } from '@platform/host-api';
import { defineRoute, type Route } from '../../kernel/index.ts';
import type { ApplicationOperations } from '../operations/application-operations.ts';
import type { OperationPlanner } from '../operations/plan/operation-planner.ts';
import { callerOf } from './caller.ts';
import type { FreshProof } from '../../system/index.ts';
import type { PackageUpload } from '../publishing/package-upload.ts';
import type { SignatureReadiness } from '../publishing/signature-readiness.ts';
import type { TrustedKeys } from '../packages/trusted-keys.ts';
import type { VersionService } from '../publishing/version-service.ts';
import type { VersionStates } from '../publishing/version-states.ts';
import type { AppVersion, VersionStore } from '../records/version-store.ts';

export interface VersionRouteParts {
  readonly proof: FreshProof;
  readonly upload: PackageUpload;
  readonly service: VersionService;
  readonly states: VersionStates;
  readonly versions: VersionStore;
  readonly operations: ApplicationOperations;
  readonly planner: Pick<OperationPlanner, 'planDeployment'>;
  readonly readiness: SignatureReadiness;
  readonly trustedKeys: TrustedKeys;
  readonly appCodeOf: (appId: number) => Promise<string>;
}

/** spec: Endpoints 1, 2, 3, 5; design 2.3 */
export function versionRoutes({
  proof,
  upload,
  service,
  states,
  versions,
  operations,
  planner,
  readiness,
  trustedKeys,
  appCodeOf,
}: VersionRouteParts): Route[] {
  return [
    defineRoute({
      ...versionContracts.parse,
      audit: 'Upload package',
      handler: (ctx) => upload.parse(ctx.files(), ctx.query.appId),
    }),
    defineRoute({
      ...versionContracts.save,
      audit: 'Save version',
      handler: async ({ body, user }): Promise<AppVersion> => {
        if (body.confirmKey !== undefined) proof.require();
        const { versionId } = await service.save(body, user?.userName ?? null);
        return service.get(versionId);
      },
    }),
    defineRoute({
      ...versionContracts.list,
      handler: async ({ query }) => {
        const found = await versions.ofApp(await appCodeOf(query.appId));
        const noted = await versions.contents.warningsOf(found.map(({ versionId }) => versionId));
        const rows = found.map((row) => {
          const warnings = noted.get(row.versionId);
          return warnings ? { ...row, warnings } : row;
        });
        return { total: rows.length, rows };
      },
    }),
    defineRoute({
      ...versionContracts.get,
      handler: (ctx) => service.get(ctx.params.versionId),
    }),
    defineRoute({
      ...versionContracts.remove,
      audit: 'Delete version',
      handler: (ctx) => service.remove(ctx.params.versionId),
    }),
    defineRoute({
      ...versionContracts.publish,
      audit: 'Publish version',
      handler: (ctx) => states.publish(ctx.params.versionId),
    }),
    defineRoute({
      ...versionContracts.unlist,
      audit: 'Unlist version',
      handler: (ctx) => states.unlist(ctx.params.versionId),
    }),
    defineRoute({
      ...versionContracts.deprecate,
      audit: 'Deprecate version',
      handler: (ctx) => states.deprecate(ctx.params.versionId, ctx.body.reason.trim()),
    }),
    defineRoute({
      ...versionContracts.restore,
      audit: 'Restore version',
      handler: (ctx) => states.restore(ctx.params.versionId),
    }),
    defineRoute({
      ...versionContracts.trustedKeys,
      async handler() {
        const rows = await trustedKeys.list();
        return { total: rows.length, rows };
      },
    }),
    defineRoute({
      ...versionContracts.signatureReadiness,
      handler: () => readiness.check(),
    }),
    defineRoute({
      ...versionContracts.progress,
      handler: () => readiness.progress ?? null,
    }),
    defineRoute({
      ...versionContracts.deployPlan,
      handler: async ({ params, tenantId }) =>
        planner.planDeployment(await service.get(params.versionId), tenantId ?? ''),
    }),
    defineRoute({
      ...versionContracts.deploy,
      audit: 'Deploy version',
      handler: async (ctx) =>
        operations.deploy(await service.get(ctx.params.versionId), callerOf(ctx, ctx.query.async)),
    }),
  ];
}
