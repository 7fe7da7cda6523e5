import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { silentLogger } from '../../kernel/index.ts';
import { connectRedis } from '../redis/connect.ts';

const URL = 'redis://127.0.0.1:6379/0';

export interface TestRedis {
  readonly redis: Redis;
  /** Unique; put before every key. */
  readonly prefix: string;
  /** Removes what the test left, and disconnects. */
  close(): Promise<void>;
}

/** Redis on loopback, where it answers. */
export async function availableRedis(): Promise<TestRedis | undefined> {
  const redis = await connectRedis(URL, silentLogger, 0).catch(() => undefined);
  if (!redis) return undefined;
  const prefix = `platform-test:${randomUUID()}:`;
  return {
    redis,
    prefix,
    close: async () => {
      const keys = await redis.keys(`${prefix}*`);
      if (keys.length > 0) await redis.del(...keys);
      redis.disconnect();
    },
  };
}
