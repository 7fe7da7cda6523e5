// @vitest-environment node
import { expect, it } from 'vitest';
import { whyFailed } from './why-failed.ts';

it('says why an operation failed in words, without the code in front', () => {
  const inChinese = (text: string) => (text.startsWith('ROLE_KEY_TAKEN: ') ? '角色标识已存在。' : text);
  const why = (error: string) => whyFailed(error, inChinese);
  expect(why('ROLE_KEY_TAKEN: It exists.')).toEqual({ code: 'ROLE_KEY_TAKEN', reason: '角色标识已存在。' });
  expect(why('NOTES_LIMIT: The list is full.')).toEqual({ code: 'NOTES_LIMIT', reason: 'The list is full.' });
  expect(why('NOTES_LIMIT')).toEqual({ reason: 'NOTES_LIMIT' });
  // No code: the drawer said its beginning twice.
  expect(why('upload: It broke off.')).toEqual({ reason: 'upload: It broke off.' });
});
