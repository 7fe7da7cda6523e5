// @vitest-environment node
import { expect, it } from 'vitest';
import { typeName } from './type-name.ts';

it("has the host's own dictionaries in Chinese, unless an operator has named them", () => {
  const type = { dictType: 'sys_yes_no', dictName: 'Yes or no' };
  expect([typeName(type, 'zh-CN'), typeName(type, 'en-US')]).toEqual(['是否', 'Yes or no']);
  expect(typeName({ ...type, dictName: 'Ja' }, 'zh-CN')).toBe('Ja');
  expect(typeName({ ...type, dictType: 'levels' }, 'zh-CN')).toBe('Yes or no');
});

it('has those of applications as these name them', () => {
  const type = { dictType: 'sources', dictName: 'Sources', dictNames: { zh: '来源' } };
  expect([typeName(type, 'zh-CN'), typeName(type, 'en-US')]).toEqual(['来源', 'Sources']);
});
