import type { FailedVersion } from '@platform/host-api';
import semver from 'semver';
import type { OperationFailure } from '../tasks/task.ts';

/** The last failure of an installation, as stored in its record. */
export interface InstallFailure extends OperationFailure {
  /** Acknowledged, or followed by a success; the market still shows the failed version. */
  readonly settled?: true;
}

/** Value of `failure_json` for an acknowledged failure. */
export function settled(failure: InstallFailure | null): string | null {
  return failure && JSON.stringify({ ...failure, settled: true } satisfies InstallFailure);
}

/** Value of `failure_json` after a success; the failure of a higher version is kept as settled. */
export function afterSuccess(failure: InstallFailure | null, version: string): string | null {
  const tried = failure && failedVersion(failure);
  return tried && semver.gt(tried.version, version) ? settled(failure) : null;
}

/** The version that failed to start; undefined for an operation that starts none. */
export function failedVersion(failure: InstallFailure): FailedVersion | undefined {
  const { operation, code, message, params } = failure;
  if (!operation || operation.version === null || !startingKinds.has(operation.kind)) return undefined;
  const { kind, version, taskId, at } = operation;
  return { kind, version, taskId, at, code, message, ...(params ? { params } : {}) };
}

const startingKinds: ReadonlySet<string> = new Set(['install', 'upgrade', 'deploy']);
