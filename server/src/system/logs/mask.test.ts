import { expect, it } from 'vitest';
import { maskedBody } from './mask.ts';

it('masks secrets at any depth and spelling', () => {
  const body = {
    userName: 'a',
    password: 'p1',
    newPassword: 'p2',
    nested: [{ secretKey: 's', accessToken: 't', accessKey: 'k', keep: 1 }],
  };
  const text = maskedBody(body) ?? '';
  expect(JSON.parse(text)).toEqual({
    userName: 'a',
    password: '******',
    newPassword: '******',
    nested: [{ secretKey: '******', accessToken: '******', accessKey: '******', keep: 1 }],
  });
});

it('truncates long and deeply nested bodies', () => {
  expect(maskedBody({ text: 'x'.repeat(10_000) })).toHaveLength(4001);
  let deep: unknown = 1;
  for (let i = 0; i < 5000; i += 1) deep = { deep };
  expect(maskedBody(deep)).toContain('…');
  expect(maskedBody(undefined)).toBeNull();
});
