import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { silentLogger, systemTimers, type Timers } from '../../kernel/index.ts';
import { connectRedis } from '../redis/connect.ts';
import { RedisProxy } from '../testing/redis-proxy.ts';
import { availableRedis } from '../testing/redis.ts';
import { RedisIdentity } from './redis-identity.ts';

const test = await availableRedis();

describe.skipIf(!test)('the identity of a Redis (design 10.2)', () => {
  if (!test) return;
  const { redis, prefix } = test;
  const key = `${prefix}cache-id`;
  let ticks: Array<() => void>;
  const timers: Timers = {
    ...systemTimers,
    every: (_ms, work) => {
      ticks.push(work);
      return () => void ticks.splice(ticks.indexOf(work), 1);
    },
  };
  beforeEach(async () => {
    ticks = [];
    await redis.del(key);
  });
  afterAll(() => test.close());

  it('is the same for hosts that start at once, and differs for another prefix', async () => {
    const opened = await Promise.all(
      [key, key, key, `${key}-2`].map((each) => RedisIdentity.open(redis, each, timers)),
    );
    const [one, two, three, other] = opened.map(({ id }) => id);
    expect(one).toMatch(/^[0-9a-f-]{36}$/);
    expect([two, three]).toEqual([one, one]);
    expect(other).not.toBe(one);
    for (const each of opened) each.close();
    expect(ticks).toEqual([]);
  });

  it('is agreed on anew after the Redis was emptied', async () => {
    const [one, two] = [
      await RedisIdentity.open(redis, key, timers),
      await RedisIdentity.open(redis, key, timers),
    ];
    const before = one.id;
    await redis.del(key);
    for (const tick of ticks) tick();
    await expect.poll(() => one.id !== before && one.id === two.id).toBe(true);
    one.close();
    two.close();
  });

  it('is unknown while Redis is away, and read again when it is back', async () => {
    const proxy = await RedisProxy.start();
    const connection = await connectRedis(proxy.url, silentLogger);
    const identity = await RedisIdentity.open(connection, key, timers);
    expect(identity.id).not.toBeNull();
    proxy.cut();
    await expect.poll(() => identity.id).toBeNull();
    await redis.set(key, 'another');
    proxy.restore();
    await expect.poll(() => identity.id).toBe('another');
    identity.close();
    connection.disconnect();
    await proxy.stop();
  });
});
