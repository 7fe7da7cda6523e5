import { describe, expect, it } from 'vitest';
import type { Dialect } from '../dialect.ts';
import { failureOf } from './failure.ts';

/** Errors that each driver throws for a statement with this message. */
const thrown = (dialect: Dialect, message: string): object =>
  dialect === 'sqlite'
    ? { message, errcode: 1 }
    : dialect === 'mysql'
      ? { message, sqlState: '42S22' }
      : { message, code: '42703' };

describe('why a database cannot prepare a statement', () => {
  it.each<[Dialect, string, string, string | undefined]>([
    ['sqlite', 'no such column: titel', 'column', 'titel'],
    ['sqlite', 'no such column: i.titel', 'column', 'titel'],
    ['sqlite', 'no such column: "i"."titel"', 'column', 'titel'],
    ['sqlite', 'table shop_item has no column named titel', 'column', 'titel'],
    ['postgres', 'column "titel" does not exist', 'column', 'titel'],
    ['postgres', 'column i.titel does not exist', 'column', 'titel'],
    ['postgres', 'column "titel" of relation "shop_item" does not exist', 'column', 'titel'],
    ['mysql', "Unknown column 'titel' in 'field list'", 'column', 'titel'],
    ['mysql', "Unknown column 'i.titel' in 'field list'", 'column', 'titel'],
    ['sqlite', 'no such table: shop_itm', 'table', 'shop_itm'],
    ['sqlite', 'no such table: main.shop_itm', 'table', 'shop_itm'],
    ['postgres', 'relation "shop_itm" does not exist', 'table', 'shop_itm'],
    ['postgres', 'relation "public.shop_itm" does not exist', 'table', 'shop_itm'],
    ['mysql', "Table 'shop.shop_itm' doesn't exist", 'table', 'shop_itm'],
    ['mysql', "Table 'shop_itm' doesn't exist", 'table', 'shop_itm'],
    ['sqlite', 'no such function: date_format', 'other', 'date_format'],
    ['postgres', 'function date_format(text, unknown) does not exist', 'other', 'date_format'],
    ['mysql', 'FUNCTION shop.to_char does not exist', 'other', 'to_char'],
    ['sqlite', 'near "wher": syntax error', 'other', 'wher'],
    ['postgres', 'syntax error at or near "wher"', 'other', 'wher'],
    ['mysql', "check the manual … to use near 'größer = 1' at line 1", 'other', 'größer'],
    ['sqlite', 'incomplete input', 'other', undefined],
  ])('%s: %s', (dialect, message, kind, name) => {
    expect(failureOf(thrown(dialect, message), dialect)).toEqual({ kind, message, name });
  });

  it.each<[string, Dialect, unknown]>([
    ['a lock', 'sqlite', { message: 'database is locked', errcode: 5 }],
    ['a lost connection', 'postgres', { message: 'terminated', code: '57P01' }],
    ['a lost connection', 'mysql', { message: 'lost', sqlState: '08S01' }],
    ['a code that is no SQLSTATE', 'postgres', { message: 'reset', code: 'ECONNRESET' }],
    ['a number', 'postgres', { message: 'reset', code: 42 }],
    ['a code of another driver', 'mysql', { message: 'no such column: a', code: '42703' }],
    ['no message', 'sqlite', { errcode: 1 }],
    ['nothing', 'sqlite', undefined],
    ['null', 'mysql', null],
  ])('is not %s', (_what, dialect, error) => {
    expect(failureOf(error, dialect)).toBeUndefined();
  });

  it('may be wrong numbers of values as well', () => {
    expect(failureOf({ message: 'x', sqlState: '21S01' }, 'mysql')).toMatchObject({ kind: 'other' });
    expect(failureOf({ message: 'x', code: '21000' }, 'postgres')).toMatchObject({ kind: 'other' });
  });
});
