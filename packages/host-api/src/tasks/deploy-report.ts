import { Type } from 'typebox';
import { nullable, nullableText, type DataOf } from '../contract/index.ts';

/** Resources that the former version of a backend left open. (spec: Deploy report fields) */
export const UnloadReportSchema = Type.Object({
  abortedRequests: Type.Integer(),
  openTimers: Type.Array(Type.String()),
  openHandles: Type.Array(Type.String()),
  failures: Type.Array(Type.String()),
});

/** The backend's part of an operation's report. (spec: Deploy report fields) */
export const BackendSwitchSchema = Type.Object({
  hotLoaded: Type.Boolean(),
  hotLoadNote: Type.String(),
  restartRequired: Type.Boolean(),
  /** Skipped classes, each with the package that is missing. (spec: Errors) */
  skippedClasses: Type.Array(Type.Object({ name: Type.String(), missing: Type.String() })),
});

/** The report of a deployment; the backend's part is absent where it failed before. */
export const DeployReportSchema = Type.Object({
  ...Type.Partial(BackendSwitchSchema).properties,
  appCode: Type.String(),
  version: Type.String(),
  unloadReport: nullable(UnloadReportSchema),
  security: Type.String(),
  staleJars: Type.Array(Type.String()),
  activeJar: nullableText(),
  migrationCount: Type.Integer(),
  releasedCount: Type.Integer(),
});

export type BackendSwitchReport = DataOf<typeof BackendSwitchSchema>;
export type DeployReport = DataOf<typeof DeployReportSchema>;
