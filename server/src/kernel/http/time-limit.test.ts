import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withinTime } from './time-limit.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('aborts the handler and fails with PLUGIN_TIMEOUT once the limit has passed', async () => {
  const abort = vi.fn<(reason: Error) => void>();
  const outcome = expect(withinTime(50, new Promise(() => undefined), { abort })).rejects.toMatchObject({
    code: 'PLUGIN_TIMEOUT',
    status: 504,
  });
  await vi.advanceTimersByTimeAsync(49);
  expect(abort).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await outcome;
  expect(abort).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'PLUGIN_TIMEOUT' }));
});

it('leaves no timer after a handler that ends in time, with any outcome', async () => {
  const abort = vi.fn<(reason: Error) => void>();
  await expect(withinTime(50, Promise.resolve(1), { abort })).resolves.toBe(1);
  await expect(withinTime(50, Promise.reject(new Error('no')), { abort })).rejects.toThrow('no');
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount()).toBe(0);
  expect(abort).not.toHaveBeenCalled();
});

it('returns the result of a synchronous handler unchanged', () => {
  expect(withinTime(50, 1, { abort: vi.fn() })).toBe(1);
  expect(vi.getTimerCount()).toBe(0);
});
