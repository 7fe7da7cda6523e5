// @vitest-environment node
import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatBytes, formatDate, formatDateTime, formatDuration, formatRelativeTime } from './format.ts';

afterEach(() => void vi.restoreAllMocks());

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

describe('formatDateTime', () => {
  const noon = Date.UTC(2026, 10, 21, 12);

  it('makes one formatter for each language and zone, since lists format each row', () => {
    const made = vi.spyOn(Intl, 'DateTimeFormat');
    const rows = ['Asia/Tokyo', 'Asia/Tokyo', 'Asia/Kolkata', 'Asia/Tokyo'];
    expect(rows.map((zone) => formatDateTime(noon, 'de-DE', zone))).toEqual([
      '21.11.2026, 21:00:00',
      '21.11.2026, 21:00:00',
      '21.11.2026, 17:30:00',
      '21.11.2026, 21:00:00',
    ]);
    expect(made).toHaveBeenCalledTimes(2);
  });

  it('is not taken for the day alone, or another language', () => {
    expect(formatDate(noon, 'de-DE', 'Asia/Tokyo')).toBe('21.11.2026');
    expect(formatDateTime(noon, 'en-GB', 'Asia/Tokyo')).toBe('21 Nov 2026, 21:00:00');
  });
});
