import { expect, it } from 'vitest';
import { answerDelay, waitSeconds, type DelayPolicy } from './delay.ts';

const policy: DelayPolicy = { afterFailures: 5, firstSeconds: 30, longestSeconds: 900 };

it.each([
  [4, 0],
  [5, 30],
  [6, 60],
  [9, 480],
  [10, 900],
  [1_000, 900],
])('after %i failures a network waits %i s', (failures, seconds) => {
  expect(waitSeconds(failures, policy)).toBe(seconds);
});

it.each([
  [4, 0],
  [5, 250],
  [6, 500],
  [9, 4_000],
  [10, 5_000],
  [1_000, 5_000],
])('after %i failures the response is delayed by %i ms', (failures, milliseconds) => {
  expect(answerDelay(failures, policy)).toBe(milliseconds);
});
