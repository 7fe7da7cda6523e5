import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { announceLongWork } from '../../../kernel/index.ts';
import { collectingLogger, type LogLine } from '../../../testing/collecting-logger.ts';
import { Faults } from '../../contract/faults.ts';
import { SourceMaps } from '../../contract/source-maps.ts';
import { HoldMeter } from './hold-meter.ts';
import {
  applicationsAtWork,
  reportDelay,
  watchLoopDelay,
  type BusyApplication,
  type LoopDelay,
} from './loop-delay.ts';
import { LoopHolds } from './loop-holds.ts';

/** Synchronous work that takes `ms` of the fake clock. */
const busyFor = (ms: number) => (): string => {
  vi.advanceTimersByTime(ms);
  return 'result';
};

describe('the event loop', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const metered = () => {
    const faults = new Faults(collectingLogger([]), new SourceMaps({ text: () => undefined }));
    const holds = new LoopHolds();
    const afterTurn = vi.fn();
    return {
      faults,
      holds,
      afterTurn,
      meter: new HoldMeter(100, faults, holds, { before: () => undefined, after: afterTurn }),
    };
  };

  it('counts synchronous work above the threshold as a hold and a fault', () => {
    const { meter, holds, faults } = metered();
    expect(meter.run('Timer poll', busyFor(99))).toBe('result');
    expect(holds.summary).toMatchObject({ count: 0, longestMs: 0, last: undefined });
    meter.run('Timer poll', busyFor(100));
    expect(holds.summary).toMatchObject({ count: 1, longestMs: 100, last: { what: 'Timer poll' } });
    expect(faults.counts).toEqual({ hold: 1 });
  });

  it('keeps the longest hold beside the last one', () => {
    const { meter, holds } = metered();
    meter.run('first', busyFor(300));
    meter.run('second', busyFor(100));
    expect(holds.summary).toMatchObject({
      count: 2,
      longestMs: 300,
      last: { what: 'second', durationMs: 100 },
    });
    expect(holds.lastAt).toBe(holds.summary.last?.at);
  });

  it('checks the built-ins after each turn, even if it throws', () => {
    const { meter, afterTurn } = metered();
    const work = (): never => {
      throw new Error('no');
    };
    expect(() => meter.run('Timer poll', work)).toThrow('no');
    expect(afterTurn).toHaveBeenCalledOnce();
  });

  it('reports each delay above the threshold once, until it is stopped', async () => {
    const delays: number[] = [];
    const stop = watchLoopDelay(
      100,
      ({ durationMs }) => delays.push(durationMs),
      () => performance.now(),
    );
    vi.advanceTimersByTime(1_000);
    expect(delays).toEqual([]);
    // The clock jumps while no timer runs, as it does when the loop is blocked.
    vi.spyOn(performance, 'now').mockReturnValueOnce(performance.now() + 25 + 99);
    vi.advanceTimersByTime(25);
    expect(delays).toEqual([]);
    vi.restoreAllMocks();
    vi.advanceTimersByTime(1_000);
    vi.spyOn(performance, 'now').mockReturnValueOnce(performance.now() + 25 + 100);
    vi.advanceTimersByTime(25);
    vi.restoreAllMocks();
    expect(delays).toEqual([100]);
    await stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('tells that the host itself had announced the work, once', async () => {
    const announced: boolean[] = [];
    const stop = watchLoopDelay(100, ({ isAnnounced }) => announced.push(isAnnounced));
    const jump = (): void => {
      vi.spyOn(performance, 'now').mockReturnValueOnce(performance.now() + 1_000);
      vi.advanceTimersByTime(25);
      vi.restoreAllMocks();
      vi.advanceTimersByTime(2_000);
    };
    announceLongWork('heapDump');
    jump();
    jump();
    await stop();
    expect(announced).toEqual([true, false]);
  });

  const application = (appCode: string, busyUntilMs: number, holds = new LoopHolds()): BusyApplication => ({
    appCode,
    parts: { holds },
    wasBusy: (withinMs) => withinMs >= busyUntilMs,
  });

  it('names the active applications', () => {
    const serving = [application('crm', 50), application('shop', 500)];
    expect(applicationsAtWork(serving, 100)).toEqual(['crm']);
    expect(applicationsAtWork(serving, 500)).toEqual(['crm', 'shop']);
  });

  it('logs a delay with the active applications, unless one of them is already accountable', () => {
    const lines: LogLine[] = [];
    const holds = new LoopHolds();
    const serving = [application('crm', 300), application('shop', 1_000, holds)];
    reportDelay({ durationMs: 200, isIdle: false, isAnnounced: false }, serving, collectingLogger(lines));
    expect(lines).toMatchObject([{ level: 'warn', fields: { atWork: ['crm'] } }]);
    holds.record({ what: 'Timer poll', durationMs: 200, at: new Date().toISOString() });
    reportDelay({ durationMs: 200, isIdle: false, isAnnounced: false }, serving, collectingLogger(lines));
    expect(lines).toHaveLength(1);
    vi.advanceTimersByTime(401);
    reportDelay({ durationMs: 200, isIdle: false, isAnnounced: false }, serving, collectingLogger(lines));
    expect(lines).toHaveLength(2);
  });

  it('10.7-5: blames nobody for a time in which the process did not run', async () => {
    const delays: LoopDelay[] = [];
    let processorMs = 0;
    const stop = watchLoopDelay(
      100,
      (delay) => delays.push(delay),
      () => processorMs,
    );
    const jump = (usedMs: number): void => {
      processorMs += usedMs;
      vi.spyOn(performance, 'now').mockReturnValueOnce(performance.now() + 25 + 20_000);
      vi.advanceTimersByTime(25);
      vi.restoreAllMocks();
      vi.advanceTimersByTime(20_000);
    };
    jump(399);
    jump(400);
    expect(delays).toEqual([
      { durationMs: 20_000, isIdle: true, isAnnounced: false },
      { durationMs: 20_000, isIdle: false, isAnnounced: false },
    ]);
    const lines: LogLine[] = [];
    const [idle] = delays;
    expect(idle && reportDelay(idle, [application('crm', 50)], collectingLogger(lines))).toEqual({
      applications: [],
      certain: false,
    });
    expect(lines).toHaveLength(1);
    await stop();
  });
});
