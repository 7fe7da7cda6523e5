import { PlatformError } from '../../kernel/index.ts';

export function objectNotFound(key: string, cause?: unknown): PlatformError {
  return new PlatformError({
    code: 'OBJECT_NOT_FOUND',
    status: 404,
    message: `There is no object ${key} in the storage.`,
    fix: 'It may have been removed, or the storage was changed: check the storage configuration.',
    cause,
  });
}

export function rangeInvalid(key: string, cause?: unknown): PlatformError {
  return new PlatformError({
    code: 'OBJECT_RANGE_INVALID',
    status: 416,
    message: `The range lies outside of object ${key}.`,
    cause,
  });
}

export function storageUnavailable(storage: string, cause: unknown): PlatformError {
  return new PlatformError({
    code: 'STORAGE_UNAVAILABLE',
    status: 503,
    message: `${storage} cannot be used: ${cause instanceof Error ? cause.message || cause.name : String(cause)}`,
    fix: 'Check address, credentials and bucket, or directory and disk space, in the storage configuration.',
    cause,
  });
}
