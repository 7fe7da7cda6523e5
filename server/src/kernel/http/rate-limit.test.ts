import { expect, it } from 'vitest';
import { RateLimit } from './rate-limit.ts';

it('allows the limit of calls per minute and key, and returns the seconds to wait', () => {
  const limit = new RateLimit(2);
  expect([1, 2, 3].map(() => limit.hit('a', 1_000))).toEqual([0, 0, 60]);
  expect(limit.hit('a', 31_500)).toBe(30);
  expect(limit.hit('b', 31_500)).toBe(0);
});

it('starts a new window after exactly a minute for every key', () => {
  const limit = new RateLimit(1);
  limit.hit('a', 0);
  limit.hit('b', 0);
  expect(limit.hit('a', 59_999)).toBe(1);
  expect(limit.hit('a', 60_000)).toBe(0);
  expect(limit.hit('b', 60_000)).toBe(0);
  expect(limit.hit('a', 60_001)).toBe(60);
});

it('tells the wait without counting a call', () => {
  const limit = new RateLimit(1);
  expect(limit.wait('a', 1_000)).toBe(0);
  limit.hit('a', 1_000);
  expect([limit.wait('a', 1_000), limit.wait('a', 60_999), limit.wait('a', 61_000)]).toEqual([60, 1, 0]);
  expect(limit.wait('b', 1_000)).toBe(0);
  expect(limit.hit('b', 1_000)).toBe(0);
});
