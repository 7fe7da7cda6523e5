// @vitest-environment node
import { expect, it } from 'vitest';
import { typeName } from './type-name.ts';

it('is the name in the language of the person, or the default one', () => {
  const type = { dictName: 'Sources', dictNames: { zh: '来源' } };
  expect([typeName(type, 'zh-CN'), typeName(type, 'en-US')]).toEqual(['来源', 'Sources']);
  expect(typeName({ dictName: 'Sources' }, 'zh-CN')).toBe('Sources');
});
