export { ApplicationCache } from './application/application-cache.ts';
export { millisecondsOf } from './application/duration.ts';
export { APPLICATION_SERVICES } from './application/application-services.ts';
export { ApplicationLocks } from './application/application-locks.ts';
export { CLUSTER_BUS, refreshing, type ClusterBus } from './bus/cluster-bus.ts';
export { CACHE } from './cache/cache.ts';
export { CACHE_IDENTITY, type CacheIdentity } from './cache/cache-identity.ts';
export { LOCKS } from './locks/locks.ts';
export { EVENTS } from './events/host-events.ts';
export {
  createLogging,
  LIVE_LINES,
  LiveLines,
  LOG_DISK,
  LOG_LEVELS,
  loggingOptionsOf,
  LogLevels,
  MASK,
  namesSecret,
  type LoggerLevel,
  type LogThreshold,
} from './logging/index.ts';
export { infraModule } from './module.ts';
export { telemetryModule } from './telemetry/module.ts';
export {
  createObjectStorage,
  LocalStorage,
  prefixedKey,
  type ObjectStorage,
  type ObjectStorageConfig,
} from './storage/index.ts';
