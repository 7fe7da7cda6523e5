import { hasPermission, type Acting } from '../../kernel/index.ts';
import { ALL_PERMISSIONS } from '../shared/authority.ts';
import type { Grants } from './grants.ts';

interface ActingRow {
  readonly tenant_id: string;
  readonly acting_tenant: string | null;
  readonly acting_writes: boolean | null;
  /** Null where the tenant has been removed. */
  readonly acting_status: number | null;
  readonly acting_expires: string | null;
}

/** Tenant that a stored session looks into, and whether it still may. */
export function actingOf(row: ActingRow, grants: Grants, now: number): Acting | undefined {
  if (row.acting_tenant === null) return undefined;
  const expired = row.acting_expires !== null && Date.parse(row.acting_expires) <= now;
  return Object.freeze({
    tenantId: row.acting_tenant,
    homeTenantId: row.tenant_id,
    mayWrite: row.acting_writes === true,
    isOver: row.acting_status !== 1 || expired || !hasPermission(grants, ALL_PERMISSIONS),
  });
}
