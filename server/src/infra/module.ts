import { EventPublisher } from '@platform/plugin-sdk/core';
import { DATABASE } from '../data/index.ts';
import { CLOCK, defineModule, systemClock } from '../kernel/index.ts';
import { APPLICATION_SERVICES, ApplicationServices } from './application/application-services.ts';
import { CACHE } from './cache/cache.ts';
import { MemoryCache } from './cache/memory-cache.ts';
import { RedisCache } from './cache/redis-cache.ts';
import { EVENTS, HostEvents } from './events/host-events.ts';
import { LOCKS } from './locks/locks.ts';
import { MemoryLocks } from './locks/memory-locks.ts';
import { RedisLocks } from './locks/redis-locks.ts';

/** Events of this process; cache and locks: of this process, or on Redis where it is configured. */
export const infraModule = defineModule({
  name: 'infra',
  setup: async (ctx) => {
    const events = new HostEvents(() => ctx.use(DATABASE));
    ctx.provide(APPLICATION_SERVICES, new ApplicationServices());
    ctx.provide(EVENTS, events);
    ctx.provide(EventPublisher, events);
    const { type, url, 'key-prefix': prefix } = ctx.config.cache;
    if (type === 'memory') {
      const cache = new MemoryCache(ctx.services.find(CLOCK) ?? systemClock);
      ctx.provide(CACHE, cache);
      ctx.provide(LOCKS, new MemoryLocks());
      return;
    }
    const { connectRedis } = await import('./redis/connect.ts');
    const redis = await connectRedis(url, ctx.logger);
    ctx.onDispose(() => redis.disconnect());
    ctx.provide(CACHE, new RedisCache(redis, prefix, ctx.logger));
    ctx.provide(LOCKS, new RedisLocks(redis, prefix, ctx.logger));
  },
});
