import { describe, expect, it } from 'vitest';
import { systemClock } from '../../kernel/index.ts';
import { MemoryCache } from '../cache/memory-cache.ts';
import { MemoryLocks } from '../locks/memory-locks.ts';
import { ApplicationCache } from './application-cache.ts';
import { ApplicationServices } from './application-services.ts';
import { ApplicationLocks } from './application-locks.ts';
import { millisecondsOf } from './duration.ts';

describe('shared services of applications', () => {
  it('have separate keys in the cache', async () => {
    const cache = new MemoryCache(systemClock);
    const [hello, member] = [new ApplicationCache(cache, 'hello'), new ApplicationCache(cache, 'member')];
    await hello.set('key', 1, { ttl: '5m' });
    expect(await hello.get('key')).toBe(1);
    expect(await member.get('key')).toBeUndefined();
    expect(await member.getOrSet('key', '30s', () => 2)).toBe(2);
    expect(await hello.increment('key', 4)).toBe(5);
    await hello.del('key');
    expect([await hello.get('key'), await member.get('key')]).toEqual([undefined, 2]);
  });

  it('have separate locks', async () => {
    const locks = new MemoryLocks();
    const [hello, member] = [new ApplicationLocks(locks, 'hello'), new ApplicationLocks(locks, 'member')];
    await hello.withLock('job', async () => {
      expect(await hello.tryLock('job', { ttl: '1s' })).toBeUndefined();
      await expect(hello.withLock('job', () => 1, { wait: '10ms' })).rejects.toMatchObject({
        code: 'LOCK_TIMEOUT',
      });
      expect(await member.withLock('job', () => 'other')).toBe('other');
    });
  });

  it('are made for the application that asks', () => {
    const services = new ApplicationServices();
    services.provide(Map, (appCode) => new Map([[appCode, 1]]));
    expect(services.find(Map, 'hello')).toEqual(new Map([['hello', 1]]));
    expect(services.find(Set, 'hello')).toBeUndefined();
  });

  it('parse durations, and refuse invalid ones', () => {
    expect((['500ms', '30s', '5m', '2h', '1.5d'] as const).map(millisecondsOf)).toEqual([
      500, 30_000, 300_000, 7_200_000, 129_600_000,
    ]);
    expect(() => millisecondsOf('5 minutes' as never)).toThrow(/not a duration/);
  });
});
