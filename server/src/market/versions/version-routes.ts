import { defineRoute, pageOf, Type, type Route } from '../../kernel/index.ts';
import { callerOf, type ApplicationOperations } from '../operations/application-operations.ts';
import type { FreshProof } from '../../system/index.ts';
import { asyncQuery, id, nullable, text } from '../schemas.ts';
import { packageContentSchema } from './package-content.ts';
import type { PackageUpload } from './package-upload.ts';
import type { SignatureReadiness } from './signature-readiness.ts';
import type { TrustedKeys } from './trusted-keys.ts';
import type { VersionService } from './version-service.ts';
import type { VersionStates } from './version-states.ts';
import type { AppVersion, VersionStore } from './version-store.ts';

const params = Type.Object({ versionId: id });
const finding = Type.Object({
  code: Type.String(),
  severity: Type.String(),
  entry: Type.Optional(Type.String()),
  pointer: Type.Optional(Type.String()),
  message: Type.String(),
  fix: Type.String(),
});
const version = Type.Object({
  versionId: Type.Integer(),
  appId: Type.Integer(),
  appCode: Type.String(),
  version: Type.String(),
  status: Type.Integer(),
  releaseTime: text,
  releaseNotes: text,
  packageUrl: Type.String(),
  packageSize: Type.Integer(),
  packageMd5: Type.String(),
  packageSha256: Type.String(),
  manifestJson: Type.String(),
  signatureState: Type.String(),
  signerKeyId: text,
  deprecateReason: text,
  publisher: text,
  createTime: Type.String(),
});

export interface VersionRouteParts {
  readonly proof: FreshProof;
  readonly upload: PackageUpload;
  readonly service: VersionService;
  readonly states: VersionStates;
  readonly versions: VersionStore;
  readonly operations: ApplicationOperations;
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
  readiness,
  trustedKeys,
  appCodeOf,
}: VersionRouteParts): Route[] {
  return [
    defineRoute({
      method: 'POST',
      url: '/app/package/parse',
      auth: 'app:console:add',
      summary: 'Upload a package: inspected, then stored',
      audit: 'Upload package',
      upload: true,
      schema: {
        query: Type.Object({ appId: Type.Optional(id) }),
        response: Type.Object({
          packageUrl: Type.String(),
          packageSize: Type.Integer(),
          packageMd5: Type.String(),
          packageSha256: Type.String(),
          manifestJson: Type.String(),
          securityNote: Type.String(),
          appCode: Type.String(),
          version: Type.String(),
          name: Type.String(),
          findings: Type.Array(finding),
          signature: Type.Object({
            state: Type.String(),
            keyId: Type.Optional(Type.String()),
            reason: Type.Optional(Type.String()),
          }),
        }),
      },
      handler: (ctx) => upload.parse(ctx.files(), ctx.query.appId),
    }),
    defineRoute({
      method: 'POST',
      url: '/app/version',
      auth: 'app:console:add',
      summary: 'Save a version from an uploaded package',
      audit: 'Save version',
      schema: {
        body: Type.Object({
          appId: Type.Optional(id),
          packageUrl: Type.String({ maxLength: 500 }),
          packageSha256: Type.String({ pattern: '^[0-9a-fA-F]{64}$' }),
          releaseNotes: Type.Optional(Type.String({ maxLength: 20_000 })),
          name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
          description: Type.Optional(Type.String({ maxLength: 2000 })),
          confirmKey: Type.Optional(Type.String({ pattern: '^[0-9a-f]{16}$' })),
        }),
        response: version,
      },
      handler: async ({ body, user }): Promise<AppVersion> => {
        if (body.confirmKey !== undefined) proof.require();
        const { versionId } = await service.save(body, user?.userName ?? null);
        return service.get(versionId);
      },
    }),
    defineRoute({
      method: 'GET',
      url: '/app/version/list',
      auth: 'app:console:list',
      summary: 'Versions of an application',
      schema: {
        query: Type.Object({ appId: id }),
        response: Type.Object({
          total: Type.Integer(),
          rows: Type.Array(
            Type.Object({
              ...version.properties,
              warnings: Type.Optional(packageContentSchema.properties.warnings),
            }),
          ),
        }),
      },
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
      method: 'GET',
      url: '/app/version/:versionId',
      auth: 'app:console:list',
      summary: 'One version',
      schema: { params, response: version },
      handler: (ctx) => service.get(ctx.params.versionId),
    }),
    defineRoute({
      method: 'DELETE',
      url: '/app/version/:versionId',
      auth: 'app:console:remove',
      summary: 'Delete a version that is still pending',
      audit: 'Delete version',
      schema: { params },
      handler: (ctx) => service.remove(ctx.params.versionId),
    }),
    defineRoute({
      method: 'POST',
      url: '/app/version/:versionId/publish',
      auth: 'app:console:edit',
      summary: 'Publish a version',
      audit: 'Publish version',
      schema: { params },
      handler: (ctx) => states.publish(ctx.params.versionId),
    }),
    defineRoute({
      method: 'POST',
      url: '/app/version/:versionId/unlist',
      auth: 'app:console:edit',
      summary: 'Offer a published version no longer; where it is installed it goes on running',
      audit: 'Unlist version',
      schema: { params },
      handler: (ctx) => states.unlist(ctx.params.versionId),
    }),
    defineRoute({
      method: 'POST',
      url: '/app/version/:versionId/deprecate',
      auth: 'app:console:edit',
      summary: 'Offer a published version last, with a warning',
      audit: 'Deprecate version',
      schema: {
        params,
        body: Type.Object({ reason: Type.String({ pattern: String.raw`\S`, maxLength: 500 }) }),
      },
      handler: (ctx) => states.deprecate(ctx.params.versionId, ctx.body.reason.trim()),
    }),
    defineRoute({
      method: 'POST',
      url: '/app/version/:versionId/restore',
      auth: 'app:console:edit',
      summary: 'Offer an unlisted or deprecated version again',
      audit: 'Restore version',
      schema: { params },
      handler: (ctx) => states.restore(ctx.params.versionId),
    }),
    defineRoute({
      method: 'GET',
      url: '/app/console/trusted-keys',
      auth: 'app:console:list',
      summary: 'Keys that this host trusts, and those that it trusts no more, as configured at its start',
      schema: {
        response: pageOf(
          Type.Object({
            keyId: Type.String(),
            fingerprint: text,
            revoked: Type.Boolean(),
            versions: Type.Integer(),
          }),
        ),
      },
      async handler() {
        const rows = await trustedKeys.list();
        return { total: rows.length, rows };
      },
    }),
    defineRoute({
      method: 'GET',
      url: '/app/console/signature-readiness',
      auth: 'app:console:list',
      summary: 'What the security mode enforce would refuse of what is published',
      schema: {
        response: Type.Object({
          mode: Type.String(),
          ready: Type.Boolean(),
          checked: Type.Integer(),
          signed: Type.Integer(),
          unsigned: Type.Integer(),
          invalid: Type.Integer(),
          unverifiable: Type.Integer(),
          truncated: Type.Boolean(),
          versions: Type.Array(
            Type.Object({
              versionId: Type.Integer(),
              appId: Type.Integer(),
              appCode: Type.String(),
              version: Type.String(),
              state: Type.String(),
              reason: text,
              installs: Type.Integer(),
              rollbacks: Type.Integer(),
            }),
          ),
        }),
      },
      handler: () => readiness.check(),
    }),
    defineRoute({
      method: 'GET',
      url: '/app/console/signature-readiness/progress',
      auth: 'app:console:list',
      summary: 'How far the check under way on this node is; null while there is none',
      schema: { response: nullable(Type.Object({ done: Type.Integer(), total: Type.Integer() })) },
      handler: () => readiness.progress ?? null,
    }),
    defineRoute({
      method: 'POST',
      url: '/app/version/:versionId/deploy',
      auth: 'app:console:edit',
      summary: 'Place and load a version; no migrations, no change of what tenants have installed',
      audit: 'Deploy version',
      schema: { params, query: asyncQuery },
      handler: async (ctx) =>
        operations.deploy(await service.get(ctx.params.versionId), callerOf(ctx, ctx.query.async)),
    }),
  ];
}
