import { PlatformError, reasonOf } from '../../kernel/index.ts';

/** @throws CACHE_UNREACHABLE (503) when Redis does not answer */
export async function reachingRedis<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    throw new PlatformError({
      code: 'CACHE_UNREACHABLE',
      status: 503,
      message: `Redis does not respond: ${reasonOf(error)}`,
      fix: 'Check that Redis is running, and check cache.url.',
      cause: error,
    });
  }
}
