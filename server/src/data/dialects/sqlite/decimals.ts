import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';

/** Decimal digits of a double. Further ones are rounding errors. */
const DIGITS = 15;
/** Additional fraction digits of an average. */
const AVERAGE_DIGITS = 20;

/** An intermediate sum in units of `10 ** -scale`. */
interface Sum {
  readonly units: bigint;
  readonly scale: number;
  readonly count: number;
}

const NONE: Sum = { units: 0n, scale: 0, count: 0 };

/**
 * Adds exact `decimal_sum` and `decimal_avg`, which planned statements use for DECIMAL columns.
 *
 * SQLite's own functions stay unchanged. (design 16-4)
 */
export function addDecimalFunctions(database: DatabaseSync): void {
  const common = {
    useBigIntArguments: true,
    start: () => NONE as unknown as SQLOutputValue,
    step: (sum: SQLOutputValue, value: SQLOutputValue) => added(sum, value, 1n),
    inverse: (sum: SQLOutputValue, value: SQLOutputValue) => added(sum, value, -1n),
  };
  database.aggregate('decimal_sum', {
    ...common,
    result: (sum) => {
      const { units, scale, count } = sum as unknown as Sum;
      return count === 0 ? null : toSqlite(units, scale);
    },
  });
  database.aggregate('decimal_avg', {
    ...common,
    result: (sum) => {
      const { units, scale, count } = sum as unknown as Sum;
      if (count === 0) return null;
      return Number(textOf((units * 10n ** BigInt(AVERAGE_DIGITS)) / BigInt(count), scale + AVERAGE_DIGITS));
    },
  });
}

function added(sum: SQLOutputValue, value: SQLOutputValue, sign: 1n | -1n): SQLOutputValue {
  if (value === null) return sum;
  const before = sum as unknown as Sum;
  const { units, scale } = decimalOf(value);
  const wide = Math.max(scale, before.scale);
  const after: Sum = {
    units: before.units * 10n ** BigInt(wide - before.scale) + sign * units * 10n ** BigInt(wide - scale),
    scale: wide,
    count: before.count + Number(sign),
  };
  return after as unknown as SQLOutputValue;
}

/** Anything but a number counts as zero, as in SQLite's `sum`. */
function decimalOf(value: Exclude<SQLOutputValue, null>): { units: bigint; scale: number } {
  if (typeof value === 'bigint') return { units: value, scale: 0 };
  const number = Number(value);
  if (!Number.isFinite(number)) return { units: 0n, scale: 0 };
  const [, sign = '', whole = '0', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(number.toPrecision(DIGITS)) ?? [];
  const digits = fraction.replace(/0+$/, '');
  const shift = Number(exponent) - digits.length;
  const units = BigInt(sign + whole + digits);
  return shift >= 0 ? { units: units * 10n ** BigInt(shift), scale: 0 } : { units, scale: -shift };
}

/** A number, which compares and sorts, where it is exact; otherwise text. */
function toSqlite(units: bigint, scale: number): number | string {
  const text = textOf(units, scale);
  const number = Number(text);
  return String(number) === text ? number : text;
}

function textOf(units: bigint, scale: number): string {
  const sign = units < 0n ? '-' : '';
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  return sign + whole + (fraction === '' ? '' : `.${fraction}`);
}
