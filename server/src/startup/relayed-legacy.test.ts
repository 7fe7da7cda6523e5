import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RelayedLegacy } from './relayed-legacy.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('does not wait without end for a supervisor that does not read', async () => {
  const legacy = new RelayedLegacy(() => new Promise(() => undefined));
  const over = Promise.allSettled([legacy.leave('text'), legacy.read()]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect((await over).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
});
