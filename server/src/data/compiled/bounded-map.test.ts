import { expect, it } from 'vitest';
import { BoundedMap } from './bounded-map.ts';

it('forgets the oldest entry first, and none that is only replaced', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1);
  map.set('b', 2);
  map.set('b', 3);
  expect([map.size, map.get('a'), map.get('b')]).toEqual([2, 1, 3]);
  map.set('a', 4);
  map.set('c', 5);
  expect([map.size, map.get('a'), map.get('b'), map.get('c')]).toEqual([2, 4, undefined, 5]);
  map.clear();
  expect([map.size, map.get('a')]).toEqual([0, undefined]);
});
