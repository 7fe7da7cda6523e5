import { isA, nameOf, PlatformError, reasonOf } from '../../kernel/index.ts';

/**
 * @throws CACHE_LOGIN_REFUSED (503) when Redis refuses user or password, CACHE_UNREACHABLE (503)
 *   when it does not answer
 */
export async function reachingRedis<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (isLoginRefused(error)) {
      throw new PlatformError({
        code: 'CACHE_LOGIN_REFUSED',
        status: 503,
        message: `Redis refused the login: ${reasonOf(error)}`,
        fix: 'Set user and password in cache.url: redis://user:password@host:6379/0, percent-encoded.',
        cause: error,
        details: { params: { reason: reasonOf(error) } },
      });
    }
    throw new PlatformError({
      code: 'CACHE_UNREACHABLE',
      status: 503,
      message: `Redis does not respond: ${causeOf(error)}`,
      fix: 'Check that Redis is running, and check cache.url.',
      cause: error,
      details: { params: { reason: causeOf(error) } },
    });
  }
}

/** The client's own words name an option of its own, which says nothing to those who read this. */
const causeOf = (error: unknown): string =>
  nameOf(error) === 'MaxRetriesPerRequestError' ? 'the connection is lost' : reasonOf(error);

/** `WRONGPASS` is of Redis 6 and later, `ERR invalid password` of earlier ones. */
export function isLoginRefused(error: unknown): boolean {
  return isA(error, Error) && /^(?:NOAUTH|WRONGPASS|ERR invalid password)\b/.test(error.message);
}
