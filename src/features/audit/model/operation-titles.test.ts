import { expect, it } from 'vitest';
import { operationTitle, titlesWith } from './operation-titles.ts';

it('design 12: the operation log has titles in the language of the page, and is searched by them', () => {
  const add = { title: 'Add a user', appCode: null };
  expect(operationTitle(add, 'zh-CN')).toBe('添加用户');
  expect(operationTitle(add, 'en-US')).toBe('Add a user');
  expect(operationTitle({ ...add, appCode: 'crm' }, 'zh-CN')).toBe('Add a user');
  expect(operationTitle({ title: 'Export users', appCode: null }, 'zh-CN')).toBe('导出用户');
  expect(titlesWith(' 添加用户 ', 'zh-CN')).toEqual(['Add a user']);
  expect(titlesWith('添加用户', 'en-US')).toEqual([]);
  expect(titlesWith('', 'zh-CN')).toEqual([]);
});
