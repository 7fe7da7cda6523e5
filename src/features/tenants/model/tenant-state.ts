import { PLATFORM_TENANT } from '@/shared/session';
import type { Tenant } from '../api/tenants-api.ts';

/** The platform's own tenant has no limits, never expires and cannot be disabled. */
export const isPlatform = ({ tenantId }: Pick<Tenant, 'tenantId'>): boolean => tenantId === PLATFORM_TENANT;

/** @param now milliseconds since 1970 */
export const hasExpired = ({ expireTime }: Pick<Tenant, 'expireTime'>, now: number): boolean =>
  expireTime !== null && Date.parse(expireTime) <= now;
