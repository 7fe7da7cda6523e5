import type { FieldType } from '@platform/plugin-sdk/orm';
import { describe, expect, it } from 'vitest';
import { converterFor, toColumn } from './column-values.ts';

const column = (type?: FieldType) => ({ field: 'f', column: 'f', type, role: 'value' }) as never;

describe('values of columns', () => {
  it.each([
    ['a moment', undefined, new Date('2026-11-22T01:02:03Z'), '2026-11-22T01:02:03.000Z'],
    ['JSON', 'json', { a: [1] }, '{"a":[1]}'],
    ['a decimal', 'decimal', 1.5, '1.5'],
    ['a long decimal', 'decimal', '12345678901234567.89', '12345678901234567.89'],
    ['a number', 'number', 3, 3],
    ['a moment of another zone', 'date', '2026-11-22T08:00:00+08:00', '2026-11-22T00:00:00.000Z'],
    ['a moment without milliseconds', 'date', '2026-11-22T08:00:00Z', '2026-11-22T08:00:00.000Z'],
    ['a day', 'date', '2026-11-22', '2026-11-22'],
    ['no moment', 'date', '2026-99-22T08:00:00Z', '2026-99-22T08:00:00Z'],
    ['nothing', 'json', undefined, null],
    ['null', 'decimal', null, null],
  ] as const)('are written: %s', (_name, type, value, written) => {
    expect(toColumn(column(type), value)).toBe(written);
  });

  it.each([
    ['boolean', 1, true],
    ['boolean', 1n, true],
    ['boolean', '1', true],
    ['boolean', 0, false],
    ['number', '7', 7],
    ['string', 7, '7'],
    ['decimal', 1.5, '1.5'],
    ['date', '2026-11-22', '2026-11-22'],
    ['date', '2026-11-22T01:02:03Z', '2026-11-22T01:02:03.000Z'],
    ['json', '{"a":1}', { a: 1 }],
    ['json', { a: 1 }, { a: 1 }],
    ['number', null, null],
    ['boolean', undefined, null],
  ] as const)('are read as %s: %s', (type, value, read) => {
    expect(converterFor(type)(value)).toEqual(read);
  });
});
