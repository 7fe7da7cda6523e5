// @vitest-environment node
import { expect, it } from 'vitest';
import type { Tenant } from '../api/tenants-api.ts';
import { changeOf, tenantForm } from './tenant-form.ts';

const tenant: Tenant = {
  tenantId: 'acme',
  name: 'Acme',
  contactName: null,
  contactPhone: null,
  status: 1,
  expireTime: new Date('2027-01-31T23:59:59').toISOString(),
  maxUsers: 50,
  maxStorage: 2_500_000_000,
  applications: null,
  excludedMenus: [],
  remark: null,
  createTime: '2026-01-01T00:00:00.000Z',
  updateTime: '2026-01-01T00:00:00.000Z',
};

it('a form of a tenant changes nothing when it is sent as it came', () => {
  const form = tenantForm(tenant);
  expect(form).toMatchObject({ expires: '2027-01-31', users: '50', gigabytes: '2.5' });
  expect(changeOf(form)).toEqual({
    name: 'Acme',
    contactName: '',
    contactPhone: '',
    expireTime: tenant.expireTime,
    maxUsers: 50,
    maxStorage: 2_500_000_000,
    remark: '',
  });
});

it('empty fields take limits and expiry away', () => {
  const form = { ...tenantForm(tenant), expires: '', users: '', gigabytes: '' };
  expect(changeOf(form)).toMatchObject({ expireTime: null, maxUsers: null, maxStorage: null });
});
