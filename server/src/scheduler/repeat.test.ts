import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { silentLogger } from '../kernel/index.ts';
import { repeat } from './repeat.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('repeats work until it is ended', async () => {
  const work = vi.fn(async () => undefined);
  const end = repeat(100, work, silentLogger);
  await vi.advanceTimersByTimeAsync(350);
  expect(work).toHaveBeenCalledTimes(3);
  end();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(work).toHaveBeenCalledTimes(3);
});

it('logs an error of the work and repeats it', async () => {
  const error = new Error('broken');
  const logged = vi.fn();
  const work = vi.fn(() => Promise.reject(error));
  const end = repeat(100, work, { ...silentLogger, error: logged });
  await vi.advanceTimersByTimeAsync(200);
  end();
  expect(work).toHaveBeenCalledTimes(2);
  expect(logged).toHaveBeenCalledWith(expect.any(String), { error });
});
