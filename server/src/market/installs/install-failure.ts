import semver from 'semver';
import type { OperationFailure } from '../tasks/task.ts';

/** The last failure of an installation, as its record keeps it. */
export interface InstallFailure extends OperationFailure {
  /** Somebody has taken note of it, or something has succeeded since: it stays as a trace for the market. */
  readonly settled?: true;
}

/** A version that was tried for a tenant and did not run. */
export interface FailedVersion {
  readonly kind: string;
  readonly version: string;
  readonly taskId: number;
  readonly at: string;
  readonly code: string;
  readonly message: string;
}

/** `failure_json` after somebody has taken note of it. */
export function settled(failure: InstallFailure | null): string | null {
  return failure && JSON.stringify({ ...failure, settled: true } satisfies InstallFailure);
}

/** `failure_json` after an operation has succeeded that leaves the tenant at a version: what a higher one did stays known. */
export function afterSuccess(failure: InstallFailure | null, version: string): string | null {
  const tried = failure && failedVersion(failure);
  return tried && semver.gt(tried.version, version) ? settled(failure) : null;
}

/** The version that an operation could not bring up; undefined where it was about something else. */
export function failedVersion(failure: InstallFailure): FailedVersion | undefined {
  const { operation, code, message } = failure;
  if (!operation || operation.version === null || !bringsUp.has(operation.kind)) return undefined;
  const { kind, version, taskId, at } = operation;
  return { kind, version, taskId, at, code, message };
}

const bringsUp: ReadonlySet<string> = new Set(['install', 'upgrade', 'deploy']);
