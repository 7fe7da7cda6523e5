// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTimeBudget } from './time-limit.ts';

const never = () => new Promise<never>(() => {});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('design 9.6-31: time limits', () => {
  it('gives a stage 8 s and names it', async () => {
    const failed = createTimeBudget('hello')
      .run('entry', never)
      .catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(7_999);
    expect(await Promise.race([failed, Promise.resolve('pending')])).toBe('pending');
    await vi.advanceTimersByTimeAsync(1);
    expect(await failed).toMatchObject({
      code: 'REMOTE_TIMEOUT',
      stage: 'entry',
      app: 'hello',
      transient: true,
    });
  });

  it('design 5.4: are higher for an application that is compiled while it loads', async () => {
    const budget = createTimeBudget('hello');
    budget.extend();
    const failed = budget.run('export', never).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(40_000);
    expect(await Promise.race([failed, Promise.resolve('pending')])).toBe('pending');
    expect(budget.left()).toBe(80_000);
    await vi.advanceTimersByTimeAsync(8_000);
    expect(await failed).toMatchObject({ code: 'REMOTE_TIMEOUT', stage: 'export' });
  });

  it('findings: remotes 8: count earlier tries of a stage, and name the whole limit', async () => {
    const budget = createTimeBudget('hello');
    await Promise.all([
      budget.run('chunk', () => new Promise((resolve) => setTimeout(resolve, 3_000))),
      vi.advanceTimersByTimeAsync(3_000),
    ]);
    budget.spend('chunk', 1_000);
    expect([budget.left('chunk'), budget.left('entry'), budget.left()]).toEqual([4_000, 8_000, 17_000]);
    const failed = budget.run('chunk', never).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await failed).toMatchObject({ message: 'no result within 8 s' });
  });

  it('count overlapping runs of one stage once', async () => {
    const budget = createTimeBudget('hello');
    const lasting = (ms: number) =>
      budget.run('style', () => new Promise((resolve) => setTimeout(resolve, ms)));
    const first = lasting(3_000);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([budget.left('style'), budget.left('entry')]).toEqual([7_000, 8_000]);
    const second = lasting(4_000);
    await vi.advanceTimersByTimeAsync(4_000);
    await Promise.all([first, second]);
    expect(budget.left('style')).toBe(3_000);
  });

  it('gives all stages together 20 s', async () => {
    const budget = createTimeBudget('hello');
    const times: number[] = [];
    const start = performance.now();
    for (const stage of ['entry', 'export', 'style', 'chunk'] as const) {
      const failed = budget.run(stage, never).catch(() => times.push(performance.now() - start));
      await vi.advanceTimersByTimeAsync(8_000);
      await failed;
    }
    expect(times).toEqual([8_000, 16_000, 20_000, expect.closeTo(24_000, -1)]);
    expect(budget.left()).toBe(0);
  });

  it.each([
    [false, 20_000, 'no result within 20 s in all stages together'],
    [true, 120_000, 'no result within 120 s in all stages together'],
  ])('name the limit of all stages that was reached; extended: %s', async (extended, limit, message) => {
    const budget = createTimeBudget('hello');
    if (extended) budget.extend();
    await vi.advanceTimersByTimeAsync(limit - 1_000);
    const failed = budget.run('chunk', never).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await failed).toMatchObject({ code: 'REMOTE_TIMEOUT', message });
    await vi.advanceTimersByTimeAsync(1_000);
    expect([budget.left(), budget.left('style')]).toEqual([0, 0]);
  });

  it.each([
    ['discovery', true],
    ['entry', true],
    ['export', true],
    ['style', true],
    ['chunk', true],
    ['install', false],
    ['view', false],
    ['render', false],
  ] as const)(
    'treat a hanging stage as worth a retry where it waits for the network: %s',
    async (stage, transient) => {
      const failed = createTimeBudget('hello')
        .run(stage, never)
        .catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(8_000);
      expect(await failed).toMatchObject({ stage, transient });
    },
  );

  it('leave no timer behind', async () => {
    expect(await createTimeBudget('hello').run('entry', () => 1)).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});
