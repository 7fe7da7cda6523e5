import { PlatformError } from '../../kernel/index.ts';

export function notANumber(key: string, cause?: unknown): PlatformError {
  return new PlatformError({
    code: 'CACHE_NOT_A_NUMBER',
    status: 409,
    message: `The cached value of ${key} is not a whole number, so it cannot be incremented.`,
    fix: 'Use another key for the counter.',
    cause,
  });
}
