import { expect, it } from 'vitest';
import { routes } from './routing.ts';

const binding = (routingKey: string) => ({ exchange: 'x', routingKey });

it.each([
  ['fanout', 'anything', 'other', true],
  ['direct', 'mall.paid', 'mall.paid', true],
  ['direct', 'mall.*', 'mall.paid', false],
  ['topic', 'mall.paid', 'mall.paid', true],
  ['topic', 'mall.paid', 'mall.paid.twice', false],
  ['topic', 'mall.*', 'mall.paid', true],
  ['topic', 'mall.*', 'mall', false],
  ['topic', 'mall.*', 'mall.paid.twice', false],
  ['topic', 'mall.#', 'mall', true],
  ['topic', 'mall.#', 'mall.paid.twice', true],
  ['topic', '#.twice', 'mall.paid.twice', true],
  ['topic', '#.twice', 'mall.paid', false],
] as const)('%s binding %s and key %s: %s', (type, pattern, key, matches) => {
  expect(routes(type, binding(pattern), key)).toBe(matches);
});
