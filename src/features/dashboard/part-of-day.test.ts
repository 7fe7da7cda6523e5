// @vitest-environment node
import { expect, it } from 'vitest';
import { partOfDay } from './part-of-day.ts';

it(`"findings: interface 17: greets by the clock of the user's time zone"`, () => {
  const noon = Date.parse('2026-11-22T12:30:00Z');
  expect(partOfDay(noon, 'UTC')).toBe('afternoon');
  expect(partOfDay(noon, 'Asia/Shanghai')).toBe('evening');
  expect(partOfDay(noon, 'America/Los_Angeles')).toBe('night');
  expect(partOfDay(noon, 'America/New_York')).toBe('morning');
});
