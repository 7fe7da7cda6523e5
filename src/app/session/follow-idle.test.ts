import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followIdle } from './follow-idle.ts';

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

const MINUTE = 60_000;

function idle(minutes: number) {
  const state = { minutes, unsaved: false };
  const lock = vi.fn();
  const stop = followIdle({
    storage: localStorage,
    now: () => Date.now(),
    lockAfter: () => state.minutes,
    unsaved: () => state.unsaved,
    lock,
  });
  return { state, lock, stop };
}

it('design 15.7: the shell locks after the time without a key or pointer, and never with 0', async () => {
  const never = idle(0);
  const five = idle(5);
  await vi.advanceTimersByTimeAsync(4 * MINUTE);
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));
  await vi.advanceTimersByTimeAsync(4 * MINUTE);
  expect(five.lock).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(five.lock).toHaveBeenCalled();
  expect(never.lock).not.toHaveBeenCalled();
  five.stop();
  never.stop();
});

it('what the person does in another tab counts, and unsaved input is waited for', async () => {
  const { state, lock, stop } = idle(5);
  await vi.advanceTimersByTimeAsync(4 * MINUTE);
  localStorage.setItem('platform.active', String(Date.now()));
  state.unsaved = true;
  await vi.advanceTimersByTimeAsync(6 * MINUTE);
  expect(lock).not.toHaveBeenCalled();
  state.unsaved = false;
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(lock).toHaveBeenCalled();
  stop();
});

it('ends with the session', async () => {
  const { lock, stop } = idle(5);
  stop();
  await vi.advanceTimersByTimeAsync(10 * MINUTE);
  expect(lock).not.toHaveBeenCalled();
});
