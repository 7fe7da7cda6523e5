import { expect, it } from 'vitest';
import { RateWindow } from './rate-window.ts';

it('allows the limit of calls per minute and key, and returns the seconds to wait', () => {
  const window = new RateWindow(2);
  expect([1, 2, 3].map(() => window.hit('a', 1_000))).toEqual([0, 0, 60]);
  expect(window.hit('a', 31_500)).toBe(30);
  expect(window.hit('b', 31_500)).toBe(0);
});

it('starts a new window after exactly a minute for every key', () => {
  const window = new RateWindow(1);
  window.hit('a', 0);
  window.hit('b', 0);
  expect(window.hit('a', 59_999)).toBe(1);
  expect(window.hit('a', 60_000)).toBe(0);
  expect(window.hit('b', 60_000)).toBe(0);
  expect(window.hit('a', 60_001)).toBe(60);
});

it('tells the wait without counting a call', () => {
  const window = new RateWindow(1);
  expect(window.wait('a', 1_000)).toBe(0);
  window.hit('a', 1_000);
  expect([window.wait('a', 1_000), window.wait('a', 60_999), window.wait('a', 61_000)]).toEqual([60, 1, 0]);
  expect(window.wait('b', 1_000)).toBe(0);
  expect(window.hit('b', 1_000)).toBe(0);
});
