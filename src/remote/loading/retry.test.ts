// @vitest-environment node
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
  it('retries a transient failure twice, with growing delays', async () => {
    expect(await attemptsOf(failure(true))).toEqual({ times: [0, 300, 1200], end: 'failed' });
  });

  it('jitters the delay by half', async () => {
    expect((await attemptsOf(failure(true), { random: 0 })).times).toEqual([0, 150, 600]);
    expect((await attemptsOf(failure(true), { random: 1 })).times).toEqual([0, 450, 1800]);
  });

  it('ends with the first success', async () => {
    expect(await attemptsOf(failure(true), { succeedAt: 2 })).toEqual({ times: [0, 300], end: 'done' });
  });

  it('starts no retry that exceeds the budget of the stage', async () => {
    const attempts = async (spent: number) => {
      const budget = createTimeBudget('hello');
      budget.spend('entry', spent);
      let count = 0;
      const run = retryTransient(
        async () => {
          count++;
          throw failure(true);
        },
        { budget, random: () => 0.5 },
      ).catch(() => undefined);
      await vi.runAllTimersAsync();
      await run;
      return { count, left: budget.left('entry') };
    };
    expect((await attempts(7_700)).count).toBe(1);
    expect((await attempts(7_699)).count).toBe(2);
    // The delays are part of the stage's time.
    expect(await attempts(0)).toEqual({ count: 3, left: 6_800 });
  });

  it('does not retry permanent failures or other stages', async () => {
    expect((await attemptsOf(failure(false))).times).toEqual([0]);
    expect((await attemptsOf(new Error('thrown by the application'))).times).toEqual([0]);
    expect((await attemptsOf(failure(true, 'entry'), { stage: 'chunk' })).times).toEqual([0]);
  });
});
