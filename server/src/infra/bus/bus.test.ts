import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { silentLogger, type Logger } from '../../kernel/index.ts';
import { connectRedis } from '../redis/connect.ts';
import { availableRedis, type TestRedis } from '../testing/redis.ts';
import { RedisProxy } from '../testing/redis-proxy.ts';
import { BusListeners } from './bus-listeners.ts';
import type { ClusterBus } from './cluster-bus.ts';
import { LocalBus } from './local-bus.ts';
import { RedisBus } from './redis-bus.ts';

/** Messages that a host received, in order; `missed` where it had to read again. */
function ears(bus: ClusterBus, topic: string): unknown[] {
  const heard: unknown[] = [];
  bus.subscribe(topic, {
    received: (body) => void heard.push(body),
    missed: () => void heard.push('missed'),
  });
  return heard;
}

function contract(join: (logger?: Logger) => Promise<ClusterBus>): void {
  it('tells all other hosts that listen to the topic, and not the one that speaks', async () => {
    const [one, two, three] = [await join(), await join(), await join()];
    const [own, second, third, other] = [
      ears(one, 'menus'),
      ears(two, 'menus'),
      ears(three, 'menus'),
      ears(two, 'roles'),
    ];
    one.publish('menus', { tenantId: '000001' });
    await expect.poll(() => [second, third]).toEqual([[{ tenantId: '000001' }], [{ tenantId: '000001' }]]);
    two.publish('roles', null);
    two.publish('menus', 2);
    await expect.poll(() => own).toEqual([2]);
    expect(other).toEqual([]);
  });

  it('goes on after a listener has failed, and says so', async () => {
    const warnings: unknown[] = [];
    const [one, two] = [
      await join(),
      await join({ ...silentLogger, warn: (_text, fields) => void warnings.push(fields) }),
    ];
    two.subscribe('menus', { received: () => Promise.reject(new Error('no')), missed: () => undefined });
    const heard = ears(two, 'menus');
    one.publish('menus', 1);
    await expect.poll(() => heard).toEqual([1]);
    await expect.poll(() => warnings).toMatchObject([{ topic: 'menus' }]);
  });
}

describe('the bus of one process', () => {
  const local = new LocalBus();
  contract(async (logger = silentLogger) => local.join(logger));

  it('knows the topics of those that listen', () => {
    const bus = local.join(silentLogger);
    const [first, second] = [0, 1].map(() =>
      bus.subscribe('menus', { received: () => undefined, missed: () => undefined }),
    );
    expect(bus.topics).toEqual(['menus']);
    void first?.();
    expect(bus.topics).toEqual(['menus']);
    void second?.();
    expect(bus.topics).toEqual([]);
  });

  it('lets a listener that failed look anew until it succeeds or leaves', async () => {
    vi.useFakeTimers();
    const [one, two] = [local.join(silentLogger), local.join(silentLogger)];
    let failures = 3;
    const looks: string[] = [];
    const look = (how: string) => async (): Promise<void> => {
      looks.push(how);
      if ((failures -= 1) >= 0) throw new Error('The database is away.');
    };
    const leave = two.subscribe('menus', { received: look('heard'), missed: look('missed') });
    one.publish('menus', null);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(looks).toEqual(['heard', 'missed', 'missed', 'missed']);
    failures = 1;
    one.publish('menus', null);
    await leave();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(looks).toHaveLength(5);
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  it('lets a listener look anew once per pause, however much is missed while it fails', async () => {
    vi.useFakeTimers();
    const listeners = new BusListeners(silentLogger);
    let looks = 0;
    listeners.add('menus', {
      received: () => undefined,
      missed: async () => {
        looks += 1;
        throw new Error('The database is away.');
      },
    });
    for (let second = 0; second < 600; second += 2) {
      listeners.miss();
      await vi.advanceTimersByTimeAsync(2_000);
    }
    expect(looks).toBeLessThan(310);
    expect(vi.getTimerCount()).toBe(1);
    vi.useRealTimers();
  });
});

const redis = await availableRedis();

describe.skipIf(!redis)(`the bus on Redis${redis ? '' : ', which does not answer'}`, () => {
  if (!redis) return void it('needs Redis on loopback');
  const open: RedisBus[] = [];
  const channel = (): string => `${redis.prefix}${randomUUID()}`;
  const join = async (to: string, over: TestRedis['redis'] = redis.redis, logger = silentLogger) => {
    const bus = await RedisBus.open({ redis: over, channel: to, logger, sweepMs: 20 });
    open.push(bus);
    return bus;
  };
  afterEach(() => {
    for (const bus of open.splice(0)) bus.close();
  });
  afterAll(() => redis.close());

  const shared = channel();
  contract((logger) => join(shared, redis.redis, logger));

  it('design 10.7-11: two platforms on one Redis never meet', async () => {
    const [one, two] = [await join(channel()), await join(channel())];
    const second = ears(two, 'menus');
    one.publish('menus', 1);
    await redis.redis.publish(shared, 'not from a host');
    two.publish('menus', 2);
    await redis.redis.ping();
    expect(second).toEqual([]);
  });

  describe('design 10.7-11: while Redis is away', () => {
    let proxy: RedisProxy;
    beforeAll(async () => (proxy = await RedisProxy.start()));
    afterAll(() => proxy.stop());

    it('nothing fails, one warning is given, and everybody looks anew', async () => {
      const to = channel();
      const warnings: string[] = [];
      const logger: Logger = { ...silentLogger, warn: (text) => void warnings.push(text) };
      const over = await connectRedis(proxy.url, silentLogger);
      const [near, far] = [await join(to), await join(to, over, logger)];
      const [heardNear, heardFar] = [ears(near, 'menus'), ears(far, 'menus')];
      proxy.cut();
      await expect.poll(() => heardFar.length).toBeGreaterThan(1);
      expect(new Set(heardFar)).toEqual(new Set(['missed']));
      far.publish('menus', 'lost');
      far.publish('menus', 'lost, too');
      await expect.poll(() => warnings).toHaveLength(1);
      near.publish('menus', 'not heard');
      proxy.restore();
      await expect.poll(() => heardNear).toEqual(['missed']);
      await expect
        .poll(() => {
          near.publish('menus', 'back');
          return heardFar.at(-1);
        })
        .toBe('back');
      expect(heardFar).not.toContain('not heard');
      far.publish('menus', 'again');
      await expect.poll(() => heardNear.at(-1)).toBe('again');
      expect(warnings).toHaveLength(1);
      over.disconnect();
    });
  });
});
