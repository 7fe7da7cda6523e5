export {
  createLogging,
  LOG_LEVELS,
  LogLevels,
  loggingOptionsOf,
  maskSecrets,
  ROOT_LOGGER,
  type LoggerLevel,
  type Logging,
  type LoggingOptions,
  type LogLevel,
} from './logging/index.ts';
export {
  createObjectStorage,
  type ByteRange,
  type LocalStorageConfig,
  type ObjectStorage,
  type ObjectStorageConfig,
  type PutOptions,
  type S3StorageConfig,
  type StoredObjectInfo,
} from './storage/index.ts';
export { CACHE, type Cache } from './cache/cache.ts';
export { LOCKS, type LockOptions, type Locks, type ReleaseLock } from './locks/locks.ts';
export { infraModule } from './module.ts';
