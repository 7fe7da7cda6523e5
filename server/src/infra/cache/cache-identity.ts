import { serviceToken } from '../../kernel/index.ts';

/** Tells caches of hosts apart: hosts of one identity share cache, locks and bus. (design 10.2) */
export interface CacheIdentity {
  /** Empty for a cache in memory; null while Redis is away. */
  readonly id: string | null;
}

export const CACHE_IDENTITY = serviceToken<CacheIdentity>('cache identity');
