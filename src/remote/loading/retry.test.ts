import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RemoteError, type RemoteStage } from '../errors.ts';
import { retryTransient } from './retry.ts';
import { createTimeBudget } from './time-limit.ts';

const failure = (transient: boolean, stage: RemoteStage = 'entry') =>
  new RemoteError({ code: 'REMOTE_ENTRY_FAILED', stage, app: 'hello', message: 'x', transient });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Runs to the end and gives the times of the attempts, in milliseconds. */
async function attemptsOf(
  error: Error,
  options: { random?: number; succeedAt?: number; stage?: RemoteStage } = {},
) {
  const start = performance.now();
  const times: number[] = [];
  const run = retryTransient(
    async () => {
      times.push(performance.now() - start);
      if (times.length !== options.succeedAt) throw error;
    },
    { budget: createTimeBudget('hello'), random: () => options.random ?? 0.5, stage: options.stage },
  ).then(
    () => 'done',
    () => 'failed',
  );
  await vi.runAllTimersAsync();
  return { times, end: await run };
}

describe('retries', () => {
  it('tries a transient failure twice more, later each time', async () => {
    expect(await attemptsOf(failure(true))).toEqual({ times: [0, 300, 1200], end: 'failed' });
  });

  it('spreads them by half of the delay', async () => {
    expect((await attemptsOf(failure(true), { random: 0 })).times).toEqual([0, 150, 600]);
    expect((await attemptsOf(failure(true), { random: 1 })).times).toEqual([0, 450, 1800]);
  });

  it('ends with the first success', async () => {
    expect(await attemptsOf(failure(true), { succeedAt: 2 })).toEqual({ times: [0, 300], end: 'done' });
  });

  it('never repeats what would fail again, or what is not its stage', async () => {
    expect((await attemptsOf(failure(false))).times).toEqual([0]);
    expect((await attemptsOf(new Error('thrown by the application'))).times).toEqual([0]);
    expect((await attemptsOf(failure(true, 'entry'), { stage: 'chunk' })).times).toEqual([0]);
  });
});
