import { instantOf, localText } from '@/shared/ui/local-time.ts';
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

export function tenantForm(tenant: Tenant | undefined, timeZone?: string): TenantForm {
  return {
    tenantId: tenant?.tenantId ?? '',
    name: tenant?.name ?? '',
    adminUserName: 'admin',
    adminPassword: '',
    contactName: tenant?.contactName ?? '',
    contactPhone: tenant?.contactPhone ?? '',
    expires: tenant?.expireTime ? localText(tenant.expireTime, timeZone).slice(0, 10) : '',
    users: tenant?.maxUsers ? String(tenant.maxUsers) : '',
    gigabytes: tenant?.maxStorage ? String(tenant.maxStorage / GIGABYTE) : '',
    remark: tenant?.remark ?? '',
  };
}

/** A tenant expires at the end of the day, in the time zone of the person who enters it. */
export function changeOf(form: TenantForm, timeZone?: string): TenantChange {
  return {
    name: form.name.trim(),
    contactName: form.contactName.trim(),
    contactPhone: form.contactPhone.trim(),
    expireTime: instantOf(`${form.expires}T23:59:59`, timeZone) ?? null,
    maxUsers: form.users === '' ? null : Number(form.users),
    maxStorage: form.gigabytes === '' ? null : Math.round(Number(form.gigabytes) * GIGABYTE),
    remark: form.remark.trim(),
  };
}
