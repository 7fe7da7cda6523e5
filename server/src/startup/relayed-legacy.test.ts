import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RelayedLegacy } from './relayed-legacy.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('gives each reader the answer to its question, and waits no longer', async () => {
  const legacy = new RelayedLegacy(async () => undefined);
  const reads = Promise.all([legacy.read(), legacy.read()]);
  const texts = ['first', 'second'].map((text) => [{ token: 't', hasEnded: true, text }]);
  for (const answer of texts) legacy.arrived(answer);
  expect(await reads).toEqual(texts);
  expect(vi.getTimerCount()).toBe(0);
});

it('does not wait without end for a supervisor that does not read', async () => {
  const legacy = new RelayedLegacy(() => new Promise(() => undefined));
  const over = Promise.allSettled([legacy.leave('text'), legacy.read()]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect((await over).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
});
