import type { JobArgs } from '@platform/plugin-sdk/job';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SourceMaps } from '../contract/source-maps.ts';
import { ApplicationJobs } from './application-jobs.ts';
import type { Job } from './collect-jobs.ts';

const args = (signal = new AbortController().signal): JobArgs => ({ signal }) as unknown as JobArgs;

function jobsWith(jobExecute: (args: JobArgs) => unknown) {
  const job = { name: 'clean', className: 'cn.platform.shop.Clean', handler: { jobExecute } } as Job;
  const maps = new SourceMaps({ text: () => undefined });
  return { job, jobs: new ApplicationJobs([job], maps) };
}

describe('jobs of an application', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are found by name', () => {
    const { job, jobs } = jobsWith(() => undefined);
    expect(jobs.find('clean')).toBe(job);
    expect(jobs.find('other')).toBeUndefined();
  });

  it('return their result, and report a failure', async () => {
    const done = jobsWith(() => 'done');
    expect(await done.jobs.run(done.job, args())).toBe('done');
    const failing = jobsWith(() => {
      throw new Error('no');
    });
    await expect(failing.jobs.run(failing.job, args())).rejects.toThrow('no');
    expect(await failing.jobs.drain(100)).toEqual([]);
  });

  it('leave no listener behind', async () => {
    const remove = vi.spyOn(AbortSignal.prototype, 'removeEventListener');
    const { jobs, job } = jobsWith(() => 'done');
    await jobs.run(job, args());
    expect(remove).toHaveBeenCalledWith('abort', expect.any(Function));
    remove.mockRestore();
  });

  it('receive the signal of their caller', async () => {
    const caller = new AbortController();
    let given: AbortSignal | undefined;
    const { jobs, job } = jobsWith(({ signal }) => {
      given = signal;
    });
    await jobs.run(job, args(caller.signal));
    caller.abort(new Error('stopped'));
    expect(given?.reason).toMatchObject({ message: 'stopped' });
  });

  it('finish before an unload when they end within the drain timeout', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const { jobs, job } = jobsWith(() => promise);
    const run = jobs.run(job, args());
    const drained = jobs.drain(100);
    await vi.advanceTimersByTimeAsync(99);
    resolve('done');
    expect(await run).toBe('done');
    expect(await drained).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('are aborted and named when the drain timeout expires', async () => {
    let given: AbortSignal | undefined;
    const { jobs, job } = jobsWith(({ signal }) => {
      given = signal;
      return new Promise(() => undefined);
    });
    const failed = expect(jobs.run(job, args())).rejects.toThrow(/unloaded/);
    const drained = jobs.drain(100);
    await vi.advanceTimersByTimeAsync(99);
    expect(given?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await drained).toEqual(['cn.platform.shop.Clean']);
    await failed;
    expect(given?.aborted).toBe(true);
  });
});
