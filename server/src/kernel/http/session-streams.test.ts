import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { silentLogger } from '../logger.ts';
import { SessionStreams } from './session-streams.ts';

let live: Set<number>;
let questions: (readonly number[])[];
let tell: () => void;
let streams: SessionStreams;

beforeEach(() => {
  vi.useFakeTimers();
  live = new Set([1, 2]);
  questions = [];
  streams = new SessionStreams(silentLogger);
  streams.use({
    authenticate: () => undefined,
    liveAmong: async (sessionIds) => {
      questions.push([...sessionIds]);
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

it('checks at once when a session of this process ends, and sends no query without streams', async () => {
  const ended: string[] = [];
  tell();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(questions).toEqual([]);
  const unwatch = streams.watch(1, () => ended.push('a'));
  live.clear();
  tell();
  tell();
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toEqual(['a']);
  void unwatch();
  const before = questions.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(questions).toHaveLength(before);
});

it('ignores closed streams, and keeps no timer without one', async () => {
  const ended: string[] = [];
  const unwatch = [
    streams.watch(1, () => ended.push('closed')),
    streams.watch(1, () => ended.push('open')),
    streams.watch(2, () => ended.push('closed')),
  ] as const;
  void unwatch[0]();
  void unwatch[2]();
  expect(vi.getTimerCount()).toBe(1);
  live.clear();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ended).toEqual(['open']);
  expect(questions).toEqual([[1]]);
  void unwatch[1]();
  expect(vi.getTimerCount()).toBe(0);
});

it('watches again after being idle', async () => {
  const ended: string[] = [];
  void streams.watch(1, () => ended.push('first'))();
  streams.watch(2, () => ended.push('second'));
  live.clear();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ended).toEqual(['second']);
});

it('keeps a stream that the session opened after its last one ended', async () => {
  const ended: string[] = [];
  live.clear();
  const unwatch = streams.watch(1, () => ended.push('first'));
  tell();
  await vi.advanceTimersByTimeAsync(0);
  live.add(1);
  streams.watch(1, () => ended.push('second'));
  void unwatch();
  live.clear();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ended).toEqual(['first', 'second']);
});

it('runs one query at a time, and one more for streams that ended meanwhile', async () => {
  const answers: PromiseWithResolvers<ReadonlySet<number>>[] = [];
  const slow = new SessionStreams(silentLogger);
  slow.use({
    authenticate: () => undefined,
    liveAmong: () => {
      const answer = Promise.withResolvers<ReadonlySet<number>>();
      answers.push(answer);
      return answer.promise;
    },
    onEnded: (listener) => {
      tell = listener;
      return () => undefined;
    },
  });
  let ended = false;
  const unwatch = slow.watch(1, () => (ended = true));
  for (let times = 0; times < 3; times += 1) tell();
  expect(answers).toHaveLength(1);
  answers[0]?.resolve(new Set([1]));
  await vi.advanceTimersByTimeAsync(0);
  expect(answers).toHaveLength(2);
  expect(ended).toBe(false);
  answers[1]?.resolve(new Set());
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toBe(true);
  expect(answers).toHaveLength(2);
  void unwatch();
  slow.close();
});

it('ends nothing without somebody who knows the live sessions', async () => {
  const alone = new SessionStreams(silentLogger);
  const end = vi.fn();
  const unwatch = alone.watch(1, end);
  await vi.advanceTimersByTimeAsync(10_000);
  alone.use({ authenticate: () => undefined });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(end).not.toHaveBeenCalled();
  void unwatch();
});

it('keeps streams while sessions cannot be read', async () => {
  const warn = vi.fn();
  const failing = new SessionStreams({ ...silentLogger, warn });
  failing.use({ authenticate: () => undefined, liveAmong: () => Promise.reject(new Error('away')) });
  let ended = false;
  const unwatch = failing.watch(1, () => (ended = true));
  await vi.advanceTimersByTimeAsync(30_000);
  expect(ended).toBe(false);
  const error = new Error('away');
  expect(warn).toHaveBeenLastCalledWith('Sessions of open streams could not be checked', { error });
  void unwatch();
});
