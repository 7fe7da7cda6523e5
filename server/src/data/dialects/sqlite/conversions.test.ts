import { expect, it } from 'vitest';
import { toBinding } from './bindings.ts';
import { conversionFor } from './conversions.ts';

it.each<[declared: string | null, stored: unknown, read: unknown]>([
  [null, 2n, 2],
  [null, 2.5, '2.5'],
  [null, 'x', 'x'],
  ['BIGINT', 5n, 5],
  ['bigint', 2n ** 60n, String(2n ** 60n)],
  ['varchar(20)', '2026-01-31 08:00:00', '2026-01-31 08:00:00'],
  ['boolean', 1n, true],
  ['BOOL', 0n, false],
  ['tinyint(1)', 2, true],
  ['TINYINT ( 1 )', 0, false],
  ['boolean', null, null],
  ['tinyint(4)', 2n, 2],
  ['not boolean', 1n, 1],
  ['timestamp', '2026-01-31 08:00:00', '2026-01-31T08:00:00.000Z'],
  ['DATETIME(3)', '2026-01-31 08:00:00', '2026-01-31T08:00:00.000Z'],
  ['timestamp', 5n, 5],
  ['a timestamp', '2026-01-31 08:00:00', '2026-01-31 08:00:00'],
  ['date', '2026-01-31', '2026-01-31'],
  ['DATE', '2026-01-31T08:00:00.000Z', '2026-01-31'],
  ['date', '2026-01-31 08:00', '2026-01-31'],
  ['date', '2026-01-31x', '2026-01-31x'],
  ['date', 'x2026-01-31 08', 'x2026-01-31 08'],
  ['date', 7n, 7n],
  ['dates', '2026-01-31 08:00', '2026-01-31 08:00'],
  ['decimal(18, 2)', 5n, '5.00'],
  ['DECIMAL(18,2)', 2.5, '2.50'],
  ['numeric( 9 , 3 )', 1.5, '1.500'],
  ['numeric(9)', 5n, '5'],
  ['decimal', 2.4, '2'],
  ['decimal(18, 10)', 5n, '5.0000000000'],
  ['decimal(18, 2)', null, null],
])('a column of type %s reads %s as %s', (declared, stored, read) => {
  expect(conversionFor(declared)(stored)).toEqual(read);
});

it.each<[unknown, unknown]>([
  ['a', 'a'],
  [5n, 5n],
  [5, 5n],
  [5.5, 5.5],
  [2 ** 60, 2 ** 60],
  [true, 1n],
  [false, 0n],
  [null, null],
  [new Date(0), '1970-01-01T00:00:00.000Z'],
])('binds %s as %s', (value, bound) => {
  expect(toBinding(value)).toBe(bound);
});

it('binds bytes, and nothing that it would have to guess', () => {
  const bytes = new Uint8Array([1]);
  expect(toBinding(bytes)).toBe(bytes);
  expect(() => toBinding('\0')).toThrow(expect.objectContaining({ code: 'TEXT_UNSTORABLE' }));
  for (const [value, type] of [
    [undefined, 'undefined'],
    [{}, 'object'],
    [() => 1, 'function'],
  ] as const) {
    expect(() => toBinding(value)).toThrow(
      expect.objectContaining({
        code: 'SQL_PARAMETER_UNSUPPORTED',
        message: `Cannot store a value of type ${type}.`,
      }),
    );
  }
});
