// @vitest-environment node
import { expect, it } from 'vitest';
import { whyFailed } from './why-failed.ts';

it('says why an operation failed in words, without the code in front', () => {
  const inChinese = (text: string) => (text.startsWith('ROLE_KEY_TAKEN: ') ? '角色标识已存在。' : text);
  expect(whyFailed('ROLE_KEY_TAKEN: It exists.', inChinese)).toBe('角色标识已存在。');
  expect(whyFailed('NOTES_LIMIT: The list is full.', inChinese)).toBe('The list is full.');
  expect(whyFailed('NOTES_LIMIT', inChinese)).toBe('NOTES_LIMIT');
});
