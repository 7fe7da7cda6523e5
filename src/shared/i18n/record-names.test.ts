import { expect, it } from 'vitest';
import { personName, roleName, tenantName } from './record-names.ts';

it('translates the first tenant, and the first roles and persons of all', () => {
  expect(tenantName({ name: 'Application Plugin Platform' }, 'zh-CN')).toBe('应用平台');
  expect(tenantName({ name: 'Application Plugin Platform' }, 'en-US')).toBe('Application Plugin Platform');
  expect(roleName({ roleName: 'Super administrator' }, 'zh-CN')).toBe('超级管理员');
  expect(roleName({ roleName: 'Administrator' }, 'zh-CN')).toBe('管理员');
  expect(roleName({ roleName: 'Administrator' }, 'en-US')).toBe('Administrator');
  expect(personName({ nickName: 'Administrator' }, 'zh-CN')).toBe('管理员');
  expect(personName({ nickName: 'Administrator' }, 'en-US')).toBe('Administrator');
});

it('leaves names that somebody has given', () => {
  expect(roleName({ roleName: 'Root' }, 'zh-CN')).toBe('Root');
  expect(personName({ nickName: 'Ann' }, 'zh-CN')).toBe('Ann');
  expect(tenantName({ name: 'Acme' }, 'zh-CN')).toBe('Acme');
});
