import type { Tenant, TenantChange } from '../api/tenants-api.ts';

const GIGABYTE = 1000 ** 3;

/** Fields of the drawer: texts, empty for no limit. */
export interface TenantForm {
  tenantId: string;
  name: string;
  adminUserName: string;
  adminPassword: string;
  contactName: string;
  contactPhone: string;
  /** A day, `2027-01-31`. */
  expires: string;
  users: string;
  gigabytes: string;
  remark: string;
}

export function tenantForm(tenant: Tenant | undefined): TenantForm {
  return {
    tenantId: tenant?.tenantId ?? '',
    name: tenant?.name ?? '',
    adminUserName: 'admin',
    adminPassword: '',
    contactName: tenant?.contactName ?? '',
    contactPhone: tenant?.contactPhone ?? '',
    expires: tenant?.expireTime ? dayOf(new Date(tenant.expireTime)) : '',
    users: tenant?.maxUsers ? String(tenant.maxUsers) : '',
    gigabytes: tenant?.maxStorage ? String(tenant.maxStorage / GIGABYTE) : '',
    remark: tenant?.remark ?? '',
  };
}

/** A tenant expires at the end of the day, in the time zone of whoever says so. */
export function changeOf(form: TenantForm): TenantChange {
  return {
    name: form.name.trim(),
    contactName: form.contactName.trim(),
    contactPhone: form.contactPhone.trim(),
    expireTime: form.expires === '' ? null : new Date(`${form.expires}T23:59:59`).toISOString(),
    maxUsers: form.users === '' ? null : Number(form.users),
    maxStorage: form.gigabytes === '' ? null : Math.round(Number(form.gigabytes) * GIGABYTE),
    remark: form.remark.trim(),
  };
}

function dayOf(time: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}
