// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { formatBytes, formatDuration, formatRelativeTime } from './format.ts';

describe('formatBytes', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1 kB'],
    [7123, '7.1 kB'],
    [200_000_000, '200 MB'],
    [5e15, '5,000 TB'],
  ])('%d → %s', (bytes, text) => expect(formatBytes(bytes, 'en-US')).toBe(text));
});

describe('formatDuration', () => {
  it.each([
    [0, '0 ms'],
    [840, '840 ms'],
    [3210, '3.2 s'],
    [59_949, '59.9 s'],
    [59_999, '1 min 00 s'],
    [125_000, '2 min 05 s'],
    [4_800_000, '1 h 20 min'],
  ])('%d ms → %s', (milliseconds, text) => expect(formatDuration(milliseconds, 'en-US')).toBe(text));
});

describe('formatRelativeTime', () => {
  const now = Date.UTC(2026, 10, 21);
  it.each([
    [0, 'now'],
    [-59, 'now'],
    [-60, '1 minute ago'],
    [-7200, '2 hours ago'],
    [-86_400, 'yesterday'],
    [90, 'in 1 minute'],
  ])('%d s → %s', (seconds, text) =>
    expect(formatRelativeTime(now + seconds * 1000, now, 'en-US')).toBe(text),
  );

  it('uses the given language', () =>
    expect(formatRelativeTime(now - 180_000, now, 'zh-CN')).toBe('3分钟前'));
});
