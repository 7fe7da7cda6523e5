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
  const reason = reasonOf(cause);
  return new PlatformError({
    code: 'STORAGE_UNAVAILABLE',
    status: 503,
    message: `${storage} cannot be used: ${reason}.`,
    fix: 'Check address, credentials and bucket, or directory and disk space, in the storage configuration.',
    details: { params: { reason } },
    cause,
  });
}

const NO_HOST = 'its host name is not known';
const NO_ANSWER = 'it does not answer';
const NOT_ADMITTED = 'it refuses the credentials';

/** The reasons that people meet, in words. */
const WORDS: Readonly<Record<string, string>> = {
  ENOTFOUND: NO_HOST,
  EAI_AGAIN: NO_HOST,
  ECONNREFUSED: 'nothing listens at its address',
  ECONNRESET: 'the connection broke off',
  EHOSTUNREACH: NO_ANSWER,
  ENETUNREACH: NO_ANSWER,
  ETIMEDOUT: NO_ANSWER,
  TimeoutError: NO_ANSWER,
  NoSuchBucket: 'it has no such bucket',
  AccessDenied: NOT_ADMITTED,
  InvalidAccessKeyId: NOT_ADMITTED,
  SignatureDoesNotMatch: NOT_ADMITTED,
};

/**
 * The meaning of the code of a connection or of S3, with that code; of a system call its own words,
 * as in `ENOSPC, no space left on device`.
 */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return NO_ANSWER;
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name;
  const known = WORDS[code];
  if (known !== undefined) return `${known} (${code})`;
  const meaning = /^[A-Z0-9_]+: ([\w -]+),/.exec(cause.message)?.[1];
  return meaning ? `${code}, ${meaning}` : code;
}
