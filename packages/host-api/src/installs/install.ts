import { appTextsSchema } from '@platform/package-format/catalog';
import { Type } from 'typebox';
import { nullable, nullableText, oneOf, oneOfIntegers, type DataOf } from '../contract/index.ts';
import { FailedVersionSchema, OperationFailureSchema } from '../tasks/index.ts';

/** An installed application, as the tenant's administrator sees it. */
export const InstallSchema = Type.Object({
  installId: Type.Integer(),
  appCode: Type.String(),
  name: Type.String(),
  names: appTextsSchema.properties.names,
  icon: nullableText(),
  version: Type.String(),
  previousVersion: nullableText(),
  latestVersion: nullableText(),
  /** 0 disabled, 1 enabled, 2 installing, 3 upgrading, 4 uninstalling, 9 failed. (design 2.1) */
  status: oneOfIntegers(0, 1, 2, 3, 4, 9),
  /**
   * Null once it is acknowledged, an operation has succeeded since, or its version was withdrawn.
   */
  failure: nullable(OperationFailureSchema),
  /**
   * A version above the installed one that failed here, also after its failure was acknowledged.
   */
  failed: nullable(FailedVersionSchema),
  backend: oneOf('loaded', 'degraded', 'notLoaded', 'quarantined', 'none'),
  /** Why the backend is not loaded. */
  backendError: nullableText(),
  /** Code of that error, for a translation. Absent at earlier hosts. */
  backendErrorCode: Type.Optional(Type.String()),
  installedAt: Type.String(),
  installedBy: nullableText(),
});

export type Install = DataOf<typeof InstallSchema>;
