import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LoadStages } from './load-stages.ts';

describe('the stages of a load', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const never = () => new Promise<never>(() => undefined);

  it('names the current stage and measures those that ended', async () => {
    const stages = new LoadStages(100);
    expect(stages.current).toBe('read');
    await stages.run('evaluate', () => vi.advanceTimersByTimeAsync(12));
    expect(stages.timings).toEqual([{ stage: 'evaluate', durationMs: 12 }]);
    await expect(stages.run('init', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(stages.current).toBe('init');
    expect(stages.timings).toHaveLength(1);
  });

  it('returns the result of work that ends in time, and clears the timer', async () => {
    const stages = new LoadStages(100);
    expect(await stages.limited(async () => 7)).toBe(7);
    expect(vi.getTimerCount()).toBe(0);
    expect(stages.signal.aborted).toBe(false);
  });

  it('refuses at the timeout and names the pending method', async () => {
    const stages = new LoadStages(100);
    stages.waitingFor = () => 'init() of cn.platform.shop.A';
    const refused = expect(stages.limited(never)).rejects.toMatchObject({
      code: 'PLUGIN_LOAD_TIMEOUT',
      status: 504,
      message: expect.stringContaining('init() of cn.platform.shop.A') as string,
    });
    await vi.advanceTimersByTimeAsync(99);
    expect(stages.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await refused;
  });

  it('aborts the signal with the timeout and starts no further stage', async () => {
    const stages = new LoadStages(100);
    const refused = expect(stages.limited(never)).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(100);
    await refused;
    expect(stages.signal.reason).toMatchObject({ code: 'PLUGIN_LOAD_TIMEOUT' });
    const work = vi.fn();
    await expect(stages.run('routes', work)).rejects.toMatchObject({ code: 'PLUGIN_LOAD_TIMEOUT' });
    expect(work).not.toHaveBeenCalled();
  });

  it('passes a late result to its receiver', async () => {
    const stages = new LoadStages(100);
    const late = vi.fn();
    const { promise, resolve } = Promise.withResolvers<string>();
    const refused = expect(stages.limited(() => promise, late)).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(100);
    await refused;
    expect(late).not.toHaveBeenCalled();
    resolve('application');
    await vi.advanceTimersByTimeAsync(0);
    expect(late).toHaveBeenCalledExactlyOnceWith('application');
  });

  it('leaves no rejection unhandled when the late work fails', async () => {
    const stages = new LoadStages(100);
    const late = vi.fn();
    const { promise, reject } = Promise.withResolvers<string>();
    const refused = expect(stages.limited(() => promise, late)).rejects.toThrow('did not finish');
    await vi.advanceTimersByTimeAsync(100);
    await refused;
    reject(new Error('late'));
    await vi.advanceTimersByTimeAsync(0);
    expect(late).not.toHaveBeenCalled();
  });
});
