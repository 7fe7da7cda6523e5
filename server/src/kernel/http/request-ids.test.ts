import { expect, it } from 'vitest';
import { createRequestIds } from './request-ids.ts';

it.each(['12345678', 'a-b_c.d-8', 'x'.repeat(64)])('keeps the id %s of a client', (offered) => {
  expect(createRequestIds()(offered)).toBe(offered);
});

it.each([undefined, '', '1234567', 'x'.repeat(65), 'forged id 1', '12345678\n', '{12345678', '12345678}'])(
  'makes an id of its own for %j, each once',
  (offered) => {
    const next = createRequestIds();
    const [first, second] = [next(offered), next(offered)];
    expect(first).toMatch(/^[0-9a-f]{10}-1$/);
    expect(second).toBe(first.replace(/1$/, '2'));
    expect(createRequestIds()(offered)).not.toBe(first);
  },
);
