import { describe, expect, it } from 'vitest';
import { assertStorable, computedDecimal, exactInteger, isIsoTimestamp, toIsoTimestamp } from './values.ts';

describe('timestamps', () => {
  it.each([
    ['2026-01-31 08:00:00', '2026-01-31T08:00:00.000Z'],
    ['2026-01-31 08:00:00.5', '2026-01-31T08:00:00.500Z'],
    ['2026-01-31T08:00:00.123456', '2026-01-31T08:00:00.123Z'],
    ['2026-01-31 08:00:00+00', '2026-01-31T08:00:00.000Z'],
    ['2026-01-31 08:00:00.25+00:00', '2026-01-31T08:00:00.250Z'],
    ['2026-01-31 08:00:00+0000', '2026-01-31T08:00:00.000Z'],
    ['2026-01-31T08:00:00.1Z', '2026-01-31T08:00:00.100Z'],
    ['2026-01-31T08:00:00+08:00', '2026-01-31T00:00:00.000Z'],
    ['2026-01-31T08:00Z', '2026-01-31T08:00:00.000Z'],
    ['2026-01-31T23:30:00.25-01:00', '2026-02-01T00:30:00.250Z'],
  ])('%s becomes %s', (text, iso) => {
    expect(toIsoTimestamp(text)).toBe(iso);
    expect([isIsoTimestamp(iso), isIsoTimestamp(text)]).toEqual([true, text === iso]);
  });

  it.each([
    '2026-01-31',
    'on 2026-01-31 08:00:00',
    '2026-01-31 08:00:00 or later',
    '2026-01-31 08:00:00+02',
    '2026-13-31T08:00Z',
  ])('%j stays', (text) => {
    expect(toIsoTimestamp(text)).toBe(text);
    expect(isIsoTimestamp(text)).toBe(false);
  });

  it.each([undefined, 5, '2026-01-31T08:00:00.0000', 'x2026-01-31T08:00:00.00Z', '2026-01-31T08:00:00.000z'])(
    '%j is none',
    (value) => {
      expect(isIsoTimestamp(value)).toBe(false);
    },
  );
});

it('integers are numbers as long as these are exact', () => {
  const most = BigInt(Number.MAX_SAFE_INTEGER);
  expect([exactInteger(5n), exactInteger('-7'), exactInteger(most)]).toEqual([5, -7, Number(most)]);
  expect([exactInteger(most + 1n), exactInteger('9007199254740993')]).toEqual([
    ...['9007199254740992', '9007199254740993'],
  ]);
});

it.each<[string, number | string]>([
  ['2', 2],
  ['2.0', '2'],
  ['2.5000', '2.5'],
  ['10.00', '10'],
  ['0.05', '0.05'],
  ['9007199254740993', '9007199254740993'],
])('the computed decimal %s is %j', (text, value) => {
  expect(computedDecimal(text)).toBe(value);
});

it('refuses a text that PostgreSQL cannot store', () => {
  expect(() => assertStorable('a\0b')).toThrow(
    expect.objectContaining({ code: 'TEXT_UNSTORABLE', status: 400 }),
  );
  expect(() => assertStorable('a0b')).not.toThrow();
});
