import { pageOf } from '@platform/plugin-sdk/web';
import { Type } from 'typebox';
import {
  AsyncQuery,
  contract,
  Nothing,
  nullable,
  nullableText,
  oneOf,
  oneOfIntegers,
  PositiveId,
  type DataOf,
} from '../contract/index.ts';
import { PackageContentSchema } from '../catalog/package-content.ts';
import { OperationPlanSchema } from '../installs/plan.ts';
import { StartedTaskSchema } from '../tasks/index.ts';
import { SignatureStateSchema } from '../catalog/signature-state.ts';

const params = Type.Object({ versionId: PositiveId });

/** A remark of the package inspector. */
export const FindingSchema = Type.Object({
  code: Type.String(),
  severity: oneOf('error', 'warning', 'info'),
  entry: Type.Optional(Type.String()),
  pointer: Type.Optional(Type.String()),
  message: Type.String(),
  fix: Type.String(),
});

/** A saved version. `status`: 0 pending, 1 published, 2 unlisted, 3 deprecated. (design 2.1) */
export const VersionSchema = Type.Object({
  versionId: Type.Integer(),
  appId: Type.Integer(),
  appCode: Type.String(),
  version: Type.String(),
  status: oneOfIntegers(0, 1, 2, 3),
  releaseTime: nullableText(),
  releaseNotes: nullableText(),
  packageUrl: Type.String(),
  packageSize: Type.Integer(),
  packageMd5: Type.String(),
  packageSha256: Type.String(),
  manifestJson: Type.String(),
  signatureState: SignatureStateSchema,
  signerKeyId: nullableText(),
  deprecateReason: nullableText(),
  publisher: nullableText(),
  createTime: Type.String(),
});

/** A version with the warnings of its inspection. */
export const NotedVersionSchema = Type.Object({
  ...VersionSchema.properties,
  warnings: Type.Optional(PackageContentSchema.properties.warnings),
});

/** A package that was inspected and stored. (spec: Endpoints 1) */
export const ParsedPackageSchema = Type.Object({
  packageUrl: Type.String(),
  packageSize: Type.Integer(),
  packageMd5: Type.String(),
  packageSha256: Type.String(),
  manifestJson: Type.String(),
  securityNote: Type.String(),
  appCode: Type.String(),
  version: Type.String(),
  name: Type.String(),
  findings: Type.Array(FindingSchema),
  signature: Type.Object({
    state: SignatureStateSchema,
    keyId: Type.Optional(Type.String()),
    reason: Type.Optional(Type.String()),
  }),
});

/** A version to save from an uploaded package. */
export const NewVersionSchema = Type.Object({
  appId: Type.Optional(PositiveId),
  packageUrl: Type.String({ maxLength: 500 }),
  packageSha256: Type.String({ pattern: '^[0-9a-fA-F]{64}$' }),
  releaseNotes: Type.Optional(Type.String({ maxLength: 20_000 })),
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  description: Type.Optional(Type.String({ maxLength: 2000 })),
  /** The new key of a known code, confirmed. */
  confirmKey: Type.Optional(Type.String({ pattern: '^[0-9a-f]{16}$' })),
});

/** A key that packages are signed with. (design 9.8-61) */
export const KnownKeySchema = Type.Object({
  keyId: Type.String(),
  fingerprint: nullableText(),
  revoked: Type.Boolean(),
  versions: Type.Integer(),
});

/** A published version that `enforce` would refuse. */
export const UnreadyVersionSchema = Type.Object({
  versionId: Type.Integer(),
  appId: Type.Integer(),
  appCode: Type.String(),
  version: Type.String(),
  state: SignatureStateSchema,
  reason: nullableText(),
  installs: Type.Integer(),
  rollbacks: Type.Integer(),
});

/** The published versions that `enforce` would refuse. (spec: Endpoints 10) */
export const SignatureReadinessSchema = Type.Object({
  mode: oneOf('enforce', 'warn', 'off'),
  ready: Type.Boolean(),
  checked: Type.Integer(),
  signed: Type.Integer(),
  unsigned: Type.Integer(),
  invalid: Type.Integer(),
  unverifiable: Type.Integer(),
  truncated: Type.Boolean(),
  versions: Type.Array(UnreadyVersionSchema),
});

/** Checked versions, out of all. */
export const ReadinessProgressSchema = Type.Object({ done: Type.Integer(), total: Type.Integer() });

export const versionContracts = {
  parse: contract({
    method: 'POST',
    url: '/app/package/parse',
    auth: 'app:console:add',
    summary: 'Upload a package: inspected, then stored',
    schema: {
      query: Type.Object({ appId: Type.Optional(PositiveId) }),
      response: ParsedPackageSchema,
    },
    consumes: 'multipart/form-data',
  }),
  save: contract({
    method: 'POST',
    url: '/app/version',
    auth: 'app:console:add',
    summary: 'Save a version from an uploaded package',
    schema: {
      body: NewVersionSchema,
      response: VersionSchema,
    },
  }),
  list: contract({
    method: 'GET',
    url: '/app/version/list',
    auth: 'app:console:list',
    summary: 'Versions of an application',
    schema: {
      query: Type.Object({ appId: PositiveId }),
      response: pageOf(NotedVersionSchema),
    },
  }),
  get: contract({
    method: 'GET',
    url: '/app/version/:versionId',
    auth: 'app:console:list',
    summary: 'One version',
    schema: { params, response: VersionSchema },
  }),
  remove: contract({
    method: 'DELETE',
    url: '/app/version/:versionId',
    auth: 'app:console:remove',
    summary: 'Delete a version that is still pending',
    schema: { params, response: Nothing },
  }),
  publish: contract({
    method: 'POST',
    url: '/app/version/:versionId/publish',
    auth: 'app:console:edit',
    summary: 'Publish a version',
    schema: { params, response: Nothing },
  }),
  unlist: contract({
    method: 'POST',
    url: '/app/version/:versionId/unlist',
    auth: 'app:console:edit',
    summary: 'Withdraw a published version; where it is installed it keeps running',
    schema: { params, response: Nothing },
  }),
  deprecate: contract({
    method: 'POST',
    url: '/app/version/:versionId/deprecate',
    auth: 'app:console:edit',
    summary: 'Offer a published version last, with a warning',
    schema: {
      params,
      body: Type.Object({ reason: Type.String({ pattern: String.raw`\S`, maxLength: 500 }) }),
      response: Nothing,
    },
  }),
  restore: contract({
    method: 'POST',
    url: '/app/version/:versionId/restore',
    auth: 'app:console:edit',
    summary: 'Offer an unlisted or deprecated version again',
    schema: { params, response: Nothing },
  }),
  trustedKeys: contract({
    method: 'GET',
    url: '/app/console/trusted-keys',
    auth: 'app:console:list',
    summary: 'Trusted and revoked keys, as configured at the start of this host',
    schema: {
      response: pageOf(KnownKeySchema),
    },
  }),
  signatureReadiness: contract({
    method: 'GET',
    url: '/app/console/signature-readiness',
    auth: 'app:console:list',
    summary: 'Published versions that the security mode enforce would refuse',
    schema: {
      response: SignatureReadinessSchema,
    },
  }),
  progress: contract({
    method: 'GET',
    url: '/app/console/signature-readiness/progress',
    auth: 'app:console:list',
    summary: 'Progress of the readiness check of this node; null while none is running',
    schema: { response: nullable(ReadinessProgressSchema) },
  }),
  deployPlan: contract({
    method: 'GET',
    url: '/app/version/:versionId/plan',
    auth: 'app:console:edit',
    summary: 'Plan a deployment: its exact effect on this host, without changing anything',
    schema: { params, response: OperationPlanSchema },
  }),
  deploy: contract({
    method: 'POST',
    url: '/app/version/:versionId/deploy',
    auth: 'app:console:edit',
    summary: 'Place and load a version; no migrations, no change of what tenants have installed',
    schema: { params, query: AsyncQuery, response: StartedTaskSchema },
  }),
};

export type Finding = DataOf<typeof FindingSchema>;
export type Version = DataOf<typeof VersionSchema>;
export type NotedVersion = DataOf<typeof NotedVersionSchema>;
export type NewVersion = DataOf<typeof NewVersionSchema>;
export type ParsedPackage = DataOf<typeof ParsedPackageSchema>;
export type KnownKey = DataOf<typeof KnownKeySchema>;
export type UnreadyVersion = DataOf<typeof UnreadyVersionSchema>;
export type SignatureReadiness = DataOf<typeof SignatureReadinessSchema>;
export type ReadinessProgress = DataOf<typeof ReadinessProgressSchema>;
