// @vitest-environment node
import { expect, it } from 'vitest';
import { slowWindow } from './slow-window.ts';

const now = Date.parse('2026-11-26T12:30:00.000Z');

it.each([
  ['around ten today', '10:00', 'hour', 'UTC', '2026-11-26T09:50', '2026-11-26T10:10'],
  ['around three yesterday', '15:00', 'day', 'UTC', '2026-11-25T14:50', '2026-11-25T15:10'],
  ['in another zone', '10:00', 'day', 'Asia/Shanghai', '2026-11-26T01:50', '2026-11-26T02:10'],
] as const)('a time of the last day: %s', (_name, around, range, zone, from, to) => {
  expect(slowWindow(around, range, now, zone)).toEqual({ from: `${from}:00.000Z`, to: `${to}:00.000Z` });
});

it('the last hour and day end at the clock of the host, which may differ from this one', () => {
  expect(slowWindow('', 'hour', now)).toEqual({});
  expect(slowWindow('1', 'hour', now)).toEqual({});
  expect(slowWindow('', 'day', now)).toEqual({ from: '2026-11-25T12:30:00.000Z' });
});
