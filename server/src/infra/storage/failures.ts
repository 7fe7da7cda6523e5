import { PlatformError } from '../../kernel/index.ts';

export function objectNotFound(cause?: unknown): PlatformError {
  return new PlatformError({
    code: 'OBJECT_NOT_FOUND',
    status: 404,
    message: 'The storage does not contain this object.',
    fix: 'The object may have been removed, or the storage changed. Check the storage configuration.',
    cause,
  });
}

export function rangeInvalid(cause?: unknown): PlatformError {
  return new PlatformError({
    code: 'OBJECT_RANGE_INVALID',
    status: 416,
    message: 'The range is outside the object.',
    cause,
  });
}

/**
 * @param cause logged in full; answers contain no path and no address of the server
 *   (findings: security 18)
 */
export function storageUnavailable(storage: string, cause: unknown): PlatformError {
  return new PlatformError({
    code: 'STORAGE_UNAVAILABLE',
    status: 503,
    message: `${storage} cannot be used: ${reasonOf(cause)}.`,
    fix: 'Check address, credentials and bucket, or directory and disk space, in the storage configuration.',
    cause,
  });
}

/**
 * `ENOSPC: no space left on device` of a system call, `ECONNREFUSED` of a connection,
 * `NoSuchBucket` of S3.
 */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'it does not respond';
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name;
  const meaning = /^[A-Z0-9_]+: ([\w -]+),/.exec(cause.message)?.[1];
  return meaning ? `${code}, ${meaning}` : code;
}
