import type { Menu, Offer, Tenant, TenantUsage } from '@platform/host-api';
import type { HttpClient, Page } from '@/shared/http';
import type { Seen } from '@/shared/records';

export type { Menu, Tenant, TenantUsage } from '@platform/host-api';

/** Body of the form; null takes a limit or the expiry away. */
export interface TenantChange {
  name: string;
  contactName: string;
  contactPhone: string;
  expireTime: string | null;
  maxUsers: number | null;
  maxStorage: number | null;
  remark: string;
}

/** Package of a tenant. */
export interface TenantPackage {
  applications: string[] | null;
  excludedMenus: string[];
}

export interface NewTenant extends TenantChange {
  tenantId: string;
  adminUserName: string;
  adminPassword?: string;
}

export interface AddedTenant {
  tenantId: string;
  adminUserName: string;
  /** Present when it was generated; returned once. */
  adminPassword?: string;
}

/** The endpoints of tenants, for the platform's own administrators (design 2.2). */
export const createTenantsApi = (http: HttpClient) => ({
  list: (query: object, signal: AbortSignal): Promise<Page<Tenant>> =>
    http.list<Tenant>('/system/tenant/list', query, { signal }),
  get: (tenantId: string, signal: AbortSignal) => http.get<Tenant>(`/system/tenant/${tenantId}`, { signal }),
  usage: (tenantId: string, signal?: AbortSignal) =>
    http.get<TenantUsage>(`/system/tenant/${tenantId}/usage`, signal ? { signal } : {}),
  add: (tenant: NewTenant) => http.post<AddedTenant>('/system/tenant', tenant),
  edit: (tenantId: string, change: Partial<TenantChange & TenantPackage> & Seen & { status?: 0 | 1 }) =>
    http.put<void>('/system/tenant', { tenantId, ...change }),
  remove: (tenantId: string) => http.delete<void>(`/system/tenant/${tenantId}`),
  /** Pages and directories of the host. */
  async pages(signal: AbortSignal): Promise<readonly Menu[]> {
    const { rows } = await http.list<Menu>('/system/menu/list?ofTenants=true', {}, { signal });
    return rows.filter(({ appCode, menuType }) => appCode === null && menuType !== 'F');
  },
  async applications(signal: AbortSignal) {
    const { rows } = await http.list<Offer>('/app/market/list', { pageNum: 1, pageSize: 200 }, { signal });
    return rows;
  },
});

export type TenantsApi = ReturnType<typeof createTenantsApi>;
