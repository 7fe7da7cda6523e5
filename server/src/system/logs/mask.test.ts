import { expect, it } from 'vitest';
import { maskedBody } from './mask.ts';

it('masks secrets at any depth and spelling', () => {
  const body = {
    userName: 'a',
    password: 'p1',
    newPassword: 'p2',
    nested: [{ secretKey: 's', accessToken: 't', accessKey: 'k', keep: 1 }],
  };
  const text = maskedBody(body, undefined) ?? '';
  expect(JSON.parse(text)).toEqual({
    userName: 'a',
    password: '******',
    newPassword: '******',
    nested: [{ secretKey: '******', accessToken: '******', accessKey: '******', keep: 1 }],
  });
});

it.each(['passphrase', 'cookie', 'signingKey', 'private_key', 'access-key'])(
  'masks %s as the log of the host does',
  (name) => expect(maskedBody({ [name]: 'a' }, 'mall')).toBe(`{"${name}":"******"}`),
);

it('masks codes of a second factor, and leaves the codes of applications', () => {
  const body = { code: 'ABCD-1234', postCode: 'dev' };
  expect(maskedBody(body, undefined)).toBe('{"code":"******","postCode":"dev"}');
  expect(maskedBody(body, 'mall')).toBe(JSON.stringify(body));
});

it('truncates long and deeply nested bodies', () => {
  expect(maskedBody({ text: 'x'.repeat(10_000) }, undefined)).toHaveLength(4001);
  let deep: unknown = 1;
  for (let i = 0; i < 5000; i += 1) deep = { deep };
  expect(maskedBody(deep, undefined)).toContain('…');
  expect(maskedBody(undefined, undefined)).toBeNull();
});
