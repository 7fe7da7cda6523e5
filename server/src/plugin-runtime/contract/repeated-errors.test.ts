import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LogLine } from '../../testing/collecting-logger.ts';
import { collectingLogger } from '../../testing/collecting-logger.ts';
import { SourceMaps } from './source-maps.ts';
import { Faults } from './faults.ts';
import { RepeatedErrors } from './repeated-errors.ts';

describe('findings: runtime 7: repeated errors', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are written once, counted every ten seconds, and written again after a pause', () => {
    const told: Array<[what: string, count: number]> = [];
    const repeats = new RepeatedErrors((what, count) => told.push([what, count]));
    const happen = (times: number): boolean[] =>
      Array.from({ length: times }, () => repeats.isFirst('timer a.ts:3:7', 'An error in a timer'));
    expect(happen(3)).toEqual([true, false, false]);
    expect(told).toEqual([]);
    vi.advanceTimersByTime(10_000);
    expect(told).toEqual([['An error in a timer', 2]]);
    expect(happen(5)).toEqual(Array(5).fill(false));
    vi.advanceTimersByTime(10_000);
    expect(told).toEqual([
      ['An error in a timer', 2],
      ['An error in a timer', 5],
    ]);
    vi.advanceTimersByTime(10_000);
    expect(told).toHaveLength(2);
    expect(happen(1)).toEqual([true]);
  });

  it('are distinguished by place, up to fifty at a time; further ones are all written', () => {
    const repeats = new RepeatedErrors(() => undefined);
    for (let place = 0; place < 50; place += 1) expect(repeats.isFirst(`a.ts:${place}`, 'x')).toBe(true);
    expect(repeats.isFirst('a.ts:0', 'x')).toBe(false);
    expect(repeats.isFirst('a.ts:50', 'x')).toBe(true);
    expect(repeats.isFirst('a.ts:50', 'x')).toBe(true);
    expect(vi.getTimerCount()).toBe(50);
    vi.advanceTimersByTime(20_000);
    expect(vi.getTimerCount()).toBe(0);
    expect(repeats.isFirst('a.ts:50', 'x')).toBe(true);
    expect(repeats.isFirst('a.ts:50', 'x')).toBe(false);
  });

  it('of a timer write one stack, and every fault is counted', () => {
    const lines: LogLine[] = [];
    const faults = new Faults(collectingLogger(lines), new SourceMaps({ text: () => undefined }));
    const tick = faults.of('timer', 'An error in a timer');
    for (let turn = 0; turn < 200; turn += 1) tick(new Error('again'));
    tick(new Error('another'));
    vi.advanceTimersByTime(10_000);
    expect(lines.map(({ message }) => message)).toEqual([
      'An error in a timer',
      'An error in a timer',
      'An error in a timer: repeated 199 times',
    ]);
    expect(lines[0]?.fields).toMatchObject({ error: { message: 'again' } });
    expect(faults.counts).toEqual({ timer: 201 });
  });
});
