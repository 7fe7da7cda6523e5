import { expect, it } from 'vitest';
import { RateLimits } from './rate-limits.ts';

const clock = { now: () => 1_000 };

it('tells the calls of two limits of one name together, and hears them in both', () => {
  const rates = new RateLimits();
  const [former, next] = [rates.limit('app', 2, clock), rates.limit('app', 2, clock)];
  former.hit('a', 1_000);
  next.hit('b', 1_000);
  expect(rates.takeUnreported(10)).toEqual({
    app: [
      ['a', 1],
      ['b', 1],
    ],
  });
  rates.receive({ app: [['c', 2]], other: [['d', 2]] });
  expect([former, next].map((limit) => limit.hit('c', 1_000) > 0)).toEqual([true, true]);
  expect(former.hit('d', 1_000)).toBe(0);
});

it('tells the keys with the most calls, and as many of them as it may', () => {
  const rates = new RateLimits();
  const limit = rates.limit('open', 9, clock);
  for (const key of ['a', 'b', 'b', 'c', 'c', 'c']) limit.hit(key, 1_000);
  expect(rates.takeUnreported(2)).toEqual({
    open: [
      ['c', 3],
      ['b', 2],
    ],
  });
});

it('tells nothing of a limit that has ended, nor of a minute that is over', () => {
  const rates = new RateLimits();
  const [ended, other] = [rates.limit('app', 9, clock), rates.limit('app', 9, clock)];
  ended.hit('a', 1_000);
  rates.drop(ended);
  other.hit('b', 1_000);
  other.hit('c', 61_000);
  expect(rates.takeUnreported(10)).toEqual({ app: [['c', 1]] });
});
