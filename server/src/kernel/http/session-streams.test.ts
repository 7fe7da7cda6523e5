import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { silentLogger } from '../logger.ts';
import { SessionStreams } from './session-streams.ts';

let live: Set<number>;
let asked: number;
let tell: () => void;
let streams: SessionStreams;

beforeEach(() => {
  vi.useFakeTimers();
  live = new Set([1, 2]);
  asked = 0;
  streams = new SessionStreams(silentLogger);
  streams.use({
    authenticate: () => undefined,
    liveAmong: async () => {
      asked += 1;
      return live;
    },
    onEnded: (listener) => {
      tell = listener;
      return () => undefined;
    },
  });
});
afterEach(() => {
  streams.close();
  vi.useRealTimers();
});

it('findings: security 9: ends the streams of a session that ended on another node or unused', async () => {
  const ended: string[] = [];
  streams.watch(1, () => ended.push('a'));
  streams.watch(1, () => ended.push('b'));
  streams.watch(2, () => ended.push('c'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ended).toEqual([]);
  live.delete(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ended).toEqual(['a', 'b']);
});

it('looks at once when a session of this process has ended, and asks nothing without streams', async () => {
  const ended: string[] = [];
  tell();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toBe(0);
  const unwatch = streams.watch(1, () => ended.push('a'));
  live.clear();
  tell();
  tell();
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toEqual(['a']);
  void unwatch();
  const before = asked;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toBe(before);
});

it('keeps streams while sessions cannot be looked at', async () => {
  const failing = new SessionStreams(silentLogger);
  failing.use({ authenticate: () => undefined, liveAmong: () => Promise.reject(new Error('away')) });
  let ended = false;
  const unwatch = failing.watch(1, () => (ended = true));
  await vi.advanceTimersByTimeAsync(30_000);
  expect(ended).toBe(false);
  void unwatch();
});
