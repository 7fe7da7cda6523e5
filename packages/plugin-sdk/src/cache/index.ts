export { CacheService } from './cache-service.ts';
export { LockService, type LockOptions } from './lock-service.ts';
