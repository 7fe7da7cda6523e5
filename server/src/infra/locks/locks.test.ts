import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { silentLogger } from '../../kernel/index.ts';
import { availableRedis } from '../testing/redis.ts';
import type { Locks } from './locks.ts';
import { MemoryLocks } from './memory-locks.ts';
import { RedisLocks } from './redis-locks.ts';

/** @param other the locks of another node, where there can be one */
function contract(locks: Locks, other: Locks): void {
  it('admits one holder at a time', async () => {
    let inside = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      inside += 1;
      most = Math.max(most, inside);
      await sleep(5);
      inside -= 1;
    };
    await Promise.all([locks, other, locks, other].map((each) => each.withLock('one', work)));
    expect(most).toBe(1);
  });

  it('does not block other keys', async () => {
    await locks.withLock('a', () => other.withLock('b', () => undefined));
  });

  it('is released when the work fails', async () => {
    await expect(locks.withLock('failing', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await other.withLock('failing', () => 'yes', { waitMs: 100 })).toBe('yes');
  });

  it('fails after its wait limit', async () => {
    await locks.withLock('busy', async () => {
      await expect(other.withLock('busy', () => undefined, { waitMs: 30 })).rejects.toMatchObject({
        code: 'LOCK_TIMEOUT',
        status: 409,
      });
    });
    expect(await other.withLock('busy', () => 'free again', { waitMs: 100 })).toBe('free again');
  });

  it('can be tried without waiting, and is released once', async () => {
    const release = await locks.tryLock('tried');
    expect(await other.tryLock('tried')).toBeUndefined();
    await release?.();
    const again = await other.tryLock('tried');
    await release?.();
    expect(await locks.tryLock('tried')).toBeUndefined();
    await again?.();
  });
}

describe('locks in memory', () => {
  const locks = new MemoryLocks();
  contract(locks, locks);
});

const redis = await availableRedis();

describe.skipIf(!redis)(`locks on Redis${redis ? '' : ', which does not answer'}`, () => {
  if (redis) {
    afterAll(() => redis.close());
    const make = (): Locks => new RedisLocks(redis.redis, redis.prefix, silentLogger);
    contract(make(), make());

    it('is renewed while the work runs, and becomes free when its holder dies', async () => {
      const left = () => redis.redis.pttl(`${redis.prefix}lock:long`);
      await make().withLock(
        'long',
        async () => {
          await expect.poll(left).toBeLessThan(2_800);
          await expect.poll(left).toBeGreaterThan(2_800);
          expect(await make().tryLock('long')).toBeUndefined();
        },
        { ttlMs: 3_000 },
      );
      await redis.redis.set(`${redis.prefix}lock:dead`, 'someone', 'PX', 40);
      expect(await make().withLock('dead', () => 'free', { waitMs: 5_000 })).toBe('free');
    });
  } else it('needs Redis on loopback');
});
