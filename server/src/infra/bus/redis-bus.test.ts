import { EventEmitter } from 'node:events';
import type { Redis, RedisOptions } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLogger } from '../../kernel/index.ts';
import { RedisBus } from './redis-bus.ts';

/** A connection of which a test decides when it is there. */
class FakeRedis extends EventEmitter {
  readonly sent: unknown[] = [];
  readonly subscribe = vi.fn(async () => 1);
  readonly disconnect = vi.fn();
  isAway = false;
  receiver: FakeRedis | undefined;
  options: RedisOptions = {};

  duplicate(options: RedisOptions): FakeRedis {
    this.receiver = new FakeRedis();
    this.receiver.options = options;
    return this.receiver;
  }

  async connect(): Promise<void> {}

  async publish(channel: string, text: string): Promise<number> {
    if (this.isAway) throw new Error('away');
    this.sent.push([channel, JSON.parse(text)]);
    return 1;
  }
}

let redis: FakeRedis;
let receiver: FakeRedis;
let bus: RedisBus;
let warnings: unknown[];
let heard: unknown[];
beforeEach(async () => {
  vi.useFakeTimers();
  redis = new FakeRedis();
  warnings = [];
  heard = [];
  bus = await RedisBus.open({
    redis: redis as unknown as Redis,
    channel: 'platform',
    logger: { ...silentLogger, warn: (_text, fields) => void warnings.push(fields) },
  });
  receiver = redis.receiver as FakeRedis;
  bus.subscribe('menus', {
    received: (body) => void heard.push(body),
    missed: () => void heard.push('missed'),
  });
});
afterEach(() => {
  bus.close();
  vi.useRealTimers();
});

const settled = () => vi.advanceTimersByTimeAsync(0);
const missed = { from: expect.any(String) as string };

describe('design 10.4; 10.7-11: a connection that receives', () => {
  it('is opened again and again, with pauses of up to two seconds', () => {
    expect(receiver.subscribe).toHaveBeenCalledExactlyOnceWith('platform');
    expect(receiver.options).toMatchObject({
      ...{ maxRetriesPerRequest: null, autoResubscribe: false, lazyConnect: true },
    });
    expect([1, 2, 10, 11].map((attempt) => receiver.options.retryStrategy?.(attempt))).toEqual([
      200, 400, 2_000, 2_000,
    ]);
  });

  it('has its listeners look every two seconds while it is away, and once when it is back', async () => {
    for (let time = 1; time <= 2; time += 1) {
      receiver.emit('close');
      await vi.advanceTimersByTimeAsync(1_000);
      receiver.emit('close');
      await vi.advanceTimersByTimeAsync(3_000);
      expect(heard.splice(0)).toEqual(['missed', 'missed']);
      receiver.emit('ready');
      await settled();
      expect(heard.splice(0)).toEqual(['missed']);
      expect(receiver.subscribe).toHaveBeenCalledTimes(1 + time);
      await vi.advanceTimersByTimeAsync(10_000);
      expect([heard, vi.getTimerCount()]).toEqual([[], 0]);
    }
  });

  it('counts as away until it has subscribed', async () => {
    receiver.emit('close');
    receiver.subscribe.mockRejectedValueOnce(new Error('gone again'));
    receiver.emit('ready');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(heard).toEqual(['missed']);
  });

  it('passes on what other hosts have sent, and nothing else', () => {
    const others = [
      { from: 'b', topic: 'menus', body: 1 },
      { from: 'b', topic: 'roles', body: 2 },
      { from: 7, topic: 'menus', body: 3 },
      { topic: 'menus', body: 4 },
      null,
      { from: 'b' },
    ];
    for (const text of ['no JSON', ...others.map((each) => JSON.stringify(each))])
      receiver.emit('message', 'platform', text);
    expect(heard).toEqual([1, 'missed']);
  });
});

describe('design 10.7-11: a connection that sends', () => {
  const drop = async (): Promise<void> => {
    redis.isAway = true;
    bus.publish('menus', 'lost');
    bus.publish('menus', 'lost, too');
    await settled();
    redis.isAway = false;
  };

  it('says once that messages were lost, and that others have to look when it is back', async () => {
    await drop();
    expect(warnings).toEqual([{ reason: 'away' }]);
    redis.emit('ready');
    await settled();
    redis.emit('ready');
    await settled();
    expect(redis.sent).toEqual([['platform', missed]]);
    await drop();
    expect(warnings).toHaveLength(2);
  });

  it('says with the next message that others have to look', async () => {
    await drop();
    bus.publish('menus', 'back');
    await settled();
    bus.publish('menus', 'again');
    await settled();
    expect(redis.sent).toEqual([
      ['platform', { ...missed, topic: 'menus', body: 'back' }],
      ['platform', missed],
      ['platform', { ...missed, topic: 'menus', body: 'again' }],
    ]);
  });
});

describe('a bus that is closed', () => {
  it('does not look because its own connection ends', () => {
    bus.close();
    receiver.emit('close');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('sends, warns and looks no more, and leaves nothing behind', async () => {
    receiver.emit('close');
    redis.isAway = true;
    bus.publish('menus', 'on its way');
    bus.close();
    receiver.emit('close');
    redis.isAway = false;
    bus.publish('menus', 'late');
    await vi.advanceTimersByTimeAsync(10_000);
    expect([redis.sent, warnings, heard, vi.getTimerCount()]).toEqual([[], [], [], 0]);
    expect(redis.listenerCount('ready')).toBe(0);
    expect(receiver.disconnect).toHaveBeenCalledOnce();
  });
});
