import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { silentLogger } from './logger.ts';
import { repeat } from './repeat.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('repeats work until it is ended', async () => {
  const work = vi.fn(async () => undefined);
  const end = repeat(100, work, silentLogger, 'failed');
  await vi.advanceTimersByTimeAsync(350);
  expect(work).toHaveBeenCalledTimes(3);
  end();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(work).toHaveBeenCalledTimes(3);
});

it('repeats work that fails, and logs each reason once, and its end', async () => {
  const lines: unknown[] = [];
  let error: Error | undefined = new Error('away');
  const work = vi.fn(async () => {
    if (error) throw error;
  });
  const logger = {
    ...silentLogger,
    error: (message: string, fields: object = {}) => lines.push([message, fields]),
    info: (message: string, fields: object = {}) => lines.push([message, fields]),
  };
  const end = repeat(100, work, logger, 'failed');
  const away = ['failed', { error }];
  await vi.advanceTimersByTimeAsync(1_000);
  expect([work.mock.calls.length, lines]).toEqual([10, [away]]);
  error = new Error('broken');
  const broken = ['failed', { error }];
  await vi.advanceTimersByTimeAsync(300);
  expect(lines).toEqual([away, broken]);
  error = undefined;
  await vi.advanceTimersByTimeAsync(300);
  expect(lines).toEqual([away, broken, ['failed: this is over', { reason: 'broken' }]]);
  end();
});
