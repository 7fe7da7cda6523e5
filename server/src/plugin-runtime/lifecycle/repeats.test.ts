import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LogLine } from '../../testing/collecting-logger.ts';
import { collectingLogger } from '../../testing/collecting-logger.ts';
import { SourceMaps } from '../modules/source-maps.ts';
import { Faults } from './faults.ts';
import { Repeats } from './repeats.ts';

describe('findings: runtime 7: what happens again and again', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is written once, counted every ten seconds, and written again after a pause', () => {
    const told: Array<[what: string, count: number]> = [];
    const repeats = new Repeats((what, count) => told.push([what, count]));
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

  it('is told apart by its place, up to fifty at a time: more are all written', () => {
    const repeats = new Repeats(() => undefined);
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

  it('a timer that throws writes one stack for all, and every fault is counted', () => {
    const lines: LogLine[] = [];
    const faults = new Faults(collectingLogger(lines), new SourceMaps({ text: () => undefined }));
    const tick = faults.of('timer', 'An error in a timer');
    for (let turn = 0; turn < 200; turn += 1) tick(new Error('again'));
    tick(new Error('another'));
    vi.advanceTimersByTime(10_000);
    expect(lines.map(({ message }) => message)).toEqual([
      'An error in a timer',
      'An error in a timer',
      'An error in a timer: 199 more from the same place',
    ]);
    expect(lines[0]?.fields).toMatchObject({ error: { message: 'again' } });
    expect(faults.counts).toEqual({ timer: 201 });
  });
});
