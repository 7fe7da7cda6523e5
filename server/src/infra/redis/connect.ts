import { Redis } from 'ioredis';
import { PlatformError, type Logger } from '../../kernel/index.ts';
import { isLoginRefused, reachingRedis } from './failures.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const START_WAIT_MS = 10_000;
const LONGEST_PAUSE_MS = 2_000;

/**
 * Opens a connection that comes back by itself; at the start a server that is not up yet is waited
 * for, but not one that refuses the login.
 *
 * @param waitMs maximum wait at the start, in milliseconds
 * @throws CACHE_ADDRESS_MISSING where the address is empty (spec: Errors), CACHE_LOGIN_REFUSED
 *   (503), CACHE_UNREACHABLE (503) when it does not answer
 */
export async function connectRedis(url: string, logger: Logger, waitMs = START_WAIT_MS): Promise<Redis> {
  if (url.trim() === '') {
    throw new PlatformError({
      code: 'CACHE_ADDRESS_MISSING',
      message: 'The cache has no address: cache.type is redis, but cache.url is empty.',
      fix: 'Set cache.url (CACHE_URL), or omit cache.type to use a cache in this process.',
    });
  }
  const begun = performance.now();
  let started = false;
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_TIMEOUT_MS,
    maxRetriesPerRequest: 2,
    retryStrategy: (attempt) => {
      const pause = Math.min(attempt * 200, LONGEST_PAUSE_MS);
      return !started && performance.now() - begun + pause > waitMs ? null : pause;
    },
  });
  // It tries again every two seconds: an outage has one line for each reason, and one at its end.
  const reasons = new Set<string>();
  redis.on('error', (error: Error) => {
    // At the start it is thrown.
    if ((!started && isLoginRefused(error)) || reasons.has(error.message)) return;
    reasons.add(error.message);
    const what = started ? 'Redis does not respond; the host keeps running and retries' : 'Waiting for Redis';
    logger.warn(what, { reason: error.message, fix: 'Start Redis, or correct cache.url.' });
  });
  redis.on('ready', () => {
    if (reasons.size > 0) logger.info('Redis responds again');
    reasons.clear();
  });
  await reachingRedis(() => untilReady(redis));
  started = true;
  return redis;
}

function untilReady(redis: Redis): Promise<void> {
  return new Promise((resolve, reject) => {
    let last = new Error('connection closed');
    const note = (error: Error): void => {
      last = error;
      // Neither user nor password comes by itself.
      if (isLoginRefused(error)) redis.disconnect();
    };
    redis.on('error', note).once('end', () => reject(last));
    redis.once('ready', () => {
      // From now on a refused login may be mended while the host runs.
      redis.off('error', note);
      resolve();
    });
    redis.connect().catch(() => undefined);
  });
}
