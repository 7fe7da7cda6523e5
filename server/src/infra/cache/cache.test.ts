import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { silentLogger, systemClock } from '../../kernel/index.ts';
import { availableRedis } from '../testing/redis.ts';
import type { Cache } from './cache.ts';
import { MemoryCache } from './memory-cache.ts';
import { RedisCache } from './redis-cache.ts';

function contract(cache: Cache): void {
  it('returns copies of values, and nothing for a missing key', async () => {
    const value = { list: [1, 'two', null], flag: true };
    await cache.set('value', value);
    const first = await cache.get<typeof value>('value');
    expect(first).toEqual(value);
    first?.list.push(2);
    expect(await cache.get('value')).toEqual(value);
    expect(await cache.get('nothing')).toBeUndefined();
    await cache.set('value', undefined);
    expect(await cache.get('value')).toBeUndefined();
  });

  it('expires values after the time to live', async () => {
    await cache.set('short', 1, { ttlMs: 60_000 });
    await cache.set('long', 2, { ttlMs: 60_000 });
    expect(await cache.get('short')).toBe(1);
    await cache.set('short', 1, { ttlMs: 40 });
    await expect.poll(() => cache.get('short')).toBeUndefined();
    expect(await cache.get('long')).toBe(2);
    await cache.set('long', 3, { ttlMs: 0 });
    expect(await cache.get('long')).toBeUndefined();
  });

  it('deletes keys, and all with a prefix', async () => {
    for (const key of ['app:a*:1', 'app:a*:2', 'app:ab:1', 'other']) await cache.set(key, key);
    await cache.del('other', 'never there');
    await cache.clear('app:a*:');
    expect(
      await Promise.all(['app:a*:1', 'app:a*:2', 'app:ab:1', 'other'].map((key) => cache.get(key))),
    ).toEqual([undefined, undefined, 'app:ab:1', undefined]);
  });

  it('keeps the time to live of a number that is incremented', async () => {
    await cache.set('counted', 1, { ttlMs: 500 });
    expect(await cache.increment('counted')).toBe(2);
    await expect.poll(() => cache.get('counted')).toBeUndefined();
  });

  it('counts concurrent increments', async () => {
    const sums = await Promise.all(Array.from({ length: 10 }, () => cache.increment('counter')));
    expect(sums.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(await cache.increment('counter', -4)).toBe(6);
    expect(await cache.get('counter')).toBe(6);
    await cache.set('text', 'x');
    await expect(cache.increment('text')).rejects.toMatchObject({ code: 'CACHE_NOT_A_NUMBER' });
  });

  it('loads once for concurrent callers', async () => {
    let loads = 0;
    const load = async (): Promise<number> => {
      await sleep(20);
      return (loads += 1);
    };
    const values = await Promise.all(Array.from({ length: 5 }, () => cache.getOrSet('loaded', 60_000, load)));
    expect(values).toEqual([1, 1, 1, 1, 1]);
    expect(await cache.getOrSet('loaded', 60_000, load)).toBe(1);
  });

  it('does not cache a failed load', async () => {
    await expect(cache.getOrSet('failing', 60_000, () => Promise.reject(new Error('no')))).rejects.toThrow(
      'no',
    );
    expect(await cache.getOrSet('failing', 60_000, () => 'yes')).toBe('yes');
  });
}

describe('cache in memory', () => {
  contract(new MemoryCache(systemClock));

  it('evicts the least recently used value', async () => {
    const cache = new MemoryCache(systemClock, { entries: 2, size: 1_000 });
    await cache.set('a', 1);
    await cache.set('b', 2);
    await cache.get('a');
    await cache.set('c', 3);
    expect([await cache.get('a'), await cache.get('b'), await cache.get('c')]).toEqual([1, undefined, 3]);
  });

  it('evicts only values of the application that fills it', async () => {
    const cache = new MemoryCache(systemClock, { entries: 100, size: 1_000 });
    await cache.set('session', 'host');
    await cache.set('app:good:key', 'good');
    for (let n = 0; n < 200; n++) await cache.set(`app:bad:${n}`, 'x');
    await cache.set('app:bad:long', 'x'.repeat(600));
    await cache.set('app:bad:longer', 'x'.repeat(2_000));
    expect([await cache.get('session'), await cache.get('app:good:key')]).toEqual(['host', 'good']);
    expect(await cache.get('app:bad:longer')).toBeUndefined();
    const usage = cache.usage('app:bad:');
    expect(usage?.size).toBeLessThanOrEqual(1_000);
    expect(usage?.evicted).toBeGreaterThan(100);
    await cache.clear('app:bad:');
    expect(cache.usage('app:bad:')).toBeUndefined();
  });
});

const redis = await availableRedis();

describe.skipIf(!redis)(`cache on Redis${redis ? '' : ', which does not answer'}`, () => {
  if (redis) {
    afterAll(() => redis.close());
    contract(new RedisCache(redis.redis, redis.prefix, silentLogger));

    it('loads without Redis when it is down, and otherwise fails', async () => {
      const connection = redis.redis.duplicate({ lazyConnect: true, retryStrategy: () => null, port: 1 });
      connection.on('error', () => undefined);
      const cache = new RedisCache(connection, redis.prefix, silentLogger);
      expect(await cache.getOrSet('key', 1000, () => 'loaded')).toBe('loaded');
      await expect(cache.get('key')).rejects.toMatchObject({ code: 'CACHE_UNREACHABLE', status: 503 });
      connection.disconnect();
    });
  } else it('needs Redis on loopback');
});
