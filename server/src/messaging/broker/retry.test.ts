import { expect, it } from 'vitest';
import { afterFailure, retryDelay, type Consumer } from './broker.ts';

const consumer: Consumer = {
  queue: 'mall',
  concurrency: 1,
  attempts: 3,
  retryDelayMs: 1_000,
  handle: async () => ({ kind: 'done' }),
};

it.each([
  [1_000, 1, 1_000],
  [1_000, 2, 2_000],
  [1_000, 4, 8_000],
  [1_000, 30, 900_000],
  [1_000_000, 5, 1_000_000],
])('waits after %i ms doubled for attempt %i: %i ms', (first, attempt, delay) => {
  expect(retryDelay(first, attempt)).toBe(delay);
});

it('retries until the last attempt', () => {
  expect(afterFailure(consumer, 2)).toEqual({ retryAfterMs: 2_000 });
  expect(afterFailure(consumer, 3)).toBe('dead');
});
