import { describe, expect, it } from 'vitest';
import { discounted, toCents, toDecimal } from './money.ts';

describe('money', () => {
  it.each([
    [0, '0.00'],
    [5, '0.05'],
    [1230, '12.30'],
    [999_999_999_999, '9999999999.99'],
  ])('converts %i cents to %s and back', (cents, decimal) => {
    expect(toDecimal(cents)).toBe(decimal);
    expect(toCents(decimal)).toBe(cents);
  });

  it('reads amounts of payment applications', () => {
    expect(['12', '12.3', '12.3000', '0.1'].map(toCents)).toEqual([1200, 1230, 1230, 10]);
  });

  it.each(['', '-1', '1.234', '1e3', '1,00', ' 1', 'NaN'])('rejects %j as an amount', (text) => {
    expect(toCents(text)).toBeUndefined();
  });

  it('rounds a discount in favour of the customer', () => {
    expect(discounted(1990, 33)).toBe(1333);
    expect(discounted(1, 50)).toBe(0);
  });
});
