// @vitest-environment node
import { expect, it } from 'vitest';
import { slowWindow } from './slow-window.ts';

const now = Date.parse('2026-11-26T12:30:00.000Z');

it.each([
  ['the last hour', '', 'hour', 'UTC', '2026-11-26T11:30', '2026-11-26T12:30'],
  ['the last day', '', 'day', 'UTC', '2026-11-25T12:30', '2026-11-26T12:30'],
  ['around ten today', '10:00', 'hour', 'UTC', '2026-11-26T09:50', '2026-11-26T10:10'],
  ['around three yesterday', '15:00', 'day', 'UTC', '2026-11-25T14:50', '2026-11-25T15:10'],
  ['in another zone', '10:00', 'day', 'Asia/Shanghai', '2026-11-26T01:50', '2026-11-26T02:10'],
  ['a time half typed', '1', 'hour', 'UTC', '2026-11-26T11:30', '2026-11-26T12:30'],
] as const)('a time of the last day: %s', (_name, around, range, zone, from, to) => {
  expect(slowWindow(around, range, now, zone)).toEqual({ from: `${from}:00.000Z`, to: `${to}:00.000Z` });
});
