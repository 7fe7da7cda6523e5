import { expect, it } from 'vitest';
import { exportAddress } from './export-address.ts';

const address = exportAddress('/system/user');

it('exports a list with the filters of the page', () => {
  document.documentElement.lang = 'en';
  expect(address({ name: 'a&b', status: 0 })).toBe('/prod-api/system/user/export?name=a%26b&status=0');
});

it('asks for the language of the shell', () => {
  document.documentElement.lang = 'zh-CN';
  expect(address({})).toBe('/prod-api/system/user/export?locale=zh-CN');
});
