import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DiskGuard, LOOK_EVERY_MS } from './disk-guard.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('counts the lines that it leaves out, and no others', async () => {
  let free = 100;
  const changes: Array<[low: boolean, leftOut: number]> = [];
  const guard = new DiskGuard({
    directory: '/logs',
    minFree: 50,
    freeOf: async () => free,
    onChange: (...change) => void changes.push(change),
  });
  const write = async (): Promise<boolean> => {
    await vi.advanceTimersByTimeAsync(LOOK_EVERY_MS);
    guard.leavesOut();
    await vi.advanceTimersByTimeAsync(0);
    return guard.leavesOut();
  };
  expect([await write(), guard.leftOut]).toEqual([false, 0]);
  free = 49;
  expect([await write(), guard.leftOut]).toEqual([true, 1]);
  free = 50;
  expect([await write(), guard.leftOut]).toEqual([false, 2]);
  expect(changes).toEqual([
    [true, 0],
    [false, 2],
  ]);
});
