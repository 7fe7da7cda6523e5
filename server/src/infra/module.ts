import { EventPublisher } from '@platform/plugin-sdk/core';
import { DATABASE, PLATFORM_IDENTITY } from '../data/index.ts';
import { CLOCK, defineModule, systemClock, type ModuleContext } from '../kernel/index.ts';
import { APPLICATION_SERVICES, ApplicationServices } from './application/application-services.ts';
import { CLUSTER_BUS, refreshing, type ClusterBus } from './bus/cluster-bus.ts';
import { LOCAL_BUS, LocalBus } from './bus/local-bus.ts';
import { CACHE } from './cache/cache.ts';
import { CACHE_IDENTITY } from './cache/cache-identity.ts';
import { MemoryCache } from './cache/memory-cache.ts';
import { RedisCache } from './cache/redis-cache.ts';
import { EVENTS, HostEvents } from './events/host-events.ts';
import { LOCKS } from './locks/locks.ts';
import { MemoryLocks } from './locks/memory-locks.ts';
import { RedisLocks } from './locks/redis-locks.ts';

/**
 * Events of this process; cache and locks of this process, or on Redis where it is configured, and
 * then the bus to other hosts.
 */
export const infraModule = defineModule({
  name: 'infra',
  depends: ['data'],
  setup: async (ctx) => {
    const events = new HostEvents(() => ctx.use(DATABASE));
    ctx.provide(APPLICATION_SERVICES, new ApplicationServices());
    ctx.provide(EVENTS, events);
    ctx.provide(EventPublisher, events);
    const { type, url, 'key-prefix': configured } = ctx.config.cache;
    if (type === 'memory') {
      const cache = new MemoryCache(ctx.services.find(CLOCK) ?? systemClock);
      ctx.provide(CACHE, cache);
      ctx.provide(LOCKS, new MemoryLocks());
      ctx.provide(CACHE_IDENTITY, { id: '' });
      const bus = ctx.services.find(LOCAL_BUS) ?? new LocalBus();
      provideBus(ctx, bus.join(ctx.logger));
      return;
    }
    const { connectRedis } = await import('./redis/connect.ts');
    const redis = await connectRedis(url, ctx.logger);
    ctx.onDispose(() => redis.disconnect());
    // Several platforms may share a Redis.
    const prefix = `${configured}${ctx.use(PLATFORM_IDENTITY).id}:`;
    ctx.provide(CACHE, new RedisCache(redis, prefix, ctx.logger));
    ctx.provide(LOCKS, new RedisLocks(redis, prefix, ctx.logger));
    const { RedisIdentity } = await import('./cache/redis-identity.ts');
    const identity = await RedisIdentity.open(redis, `${prefix}cache-id`);
    ctx.onDispose(() => identity.close());
    ctx.provide(CACHE_IDENTITY, identity);
    const { RedisBus } = await import('./bus/redis-bus.ts');
    const bus = await RedisBus.open({ redis, channel: `${prefix}bus`, logger: ctx.logger });
    ctx.onDispose(() => bus.close());
    provideBus(ctx, bus);
  },
});

/** Which tables a tenant's filter applies to is read once, so it follows the bus first of all. */
function provideBus(ctx: ModuleContext, bus: ClusterBus): void {
  const database = ctx.use(DATABASE);
  const afterCommits: ClusterBus = {
    publish: (topic, body) => database.afterCommit(() => bus.publish(topic, body)),
    subscribe: (topic, listener) => bus.subscribe(topic, listener),
    get topics() {
      return bus.topics;
    },
  };
  ctx.provide(CLUSTER_BUS, afterCommits);
  ctx.onDispose(database.onSchemaChange(() => afterCommits.publish('schema', null)));
  const reread = refreshing(() => database.rereadTables());
  ctx.onDispose(bus.subscribe('schema', reread));
}
