import { Redis } from 'ioredis';
import { PlatformError, type Logger } from '../../kernel/index.ts';
import { reachingRedis } from './failures.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const START_ATTEMPTS = 10;
const LONGEST_PAUSE_MS = 2_000;

/**
 * Opens a connection that comes back by itself; at the start a server that is not up yet is waited
 * for.
 *
 * @throws CACHE_ADDRESS_MISSING where the address is empty (spec: Errors), CACHE_UNREACHABLE (503)
 *   when it does not answer
 */
export async function connectRedis(url: string, logger: Logger, attempts = START_ATTEMPTS): Promise<Redis> {
  if (url.trim() === '') {
    throw new PlatformError({
      code: 'CACHE_ADDRESS_MISSING',
      message: 'The cache has no address: cache.type is redis, but cache.url is empty.',
      fix: 'Set cache.url (CACHE_URL), or omit cache.type to use a cache in this process.',
    });
  }
  let started = false;
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_TIMEOUT_MS,
    maxRetriesPerRequest: 2,
    retryStrategy: (attempt) =>
      !started && attempt >= attempts ? null : Math.min(attempt * 200, LONGEST_PAUSE_MS),
  });
  redis.on('error', (error: Error) => logger.warn('Redis does not respond', { reason: error.message }));
  await reachingRedis(() => untilReady(redis));
  started = true;
  return redis;
}

function untilReady(redis: Redis): Promise<void> {
  return new Promise((resolve, reject) => {
    let last = new Error('connection closed');
    redis.on('error', (error: Error) => (last = error));
    redis.once('ready', resolve).once('end', () => reject(last));
    redis.connect().catch(() => undefined);
  });
}
