import { expect, it } from 'vitest';
import { lockSeconds } from './lockout.ts';

const policy = { afterFailures: 5, firstSeconds: 60 };

it('does not lock below the threshold', () => {
  expect([1, 2, 3, 4].map((n) => lockSeconds(n, policy))).toEqual([0, 0, 0, 0]);
});

it('doubles with each further failure, up to an hour', () => {
  expect([5, 6, 7, 8, 9, 10, 11, 12, 500].map((n) => lockSeconds(n, policy))).toEqual([
    60, 120, 240, 480, 960, 1920, 3600, 3600, 3600,
  ]);
});
