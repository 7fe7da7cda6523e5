import { exactInteger, toIsoTimestamp } from '../values.ts';

export type Conversion = (value: unknown) => unknown;

const integer = (value: unknown): unknown => (typeof value === 'bigint' ? exactInteger(value) : value);

const boolean = (value: unknown): unknown =>
  typeof value === 'bigint' || typeof value === 'number' ? Number(value) !== 0 : value;

const timestamp = (value: unknown): unknown =>
  typeof value === 'string' ? toIsoTimestamp(value) : integer(value);

/** A timestamp in a DATE column is reduced to its day, as on other databases. */
const day = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d[T ]/.test(value) ? value.slice(0, 10) : value;

const computed = (value: unknown): unknown => (typeof value === 'number' ? String(value) : integer(value));

const decimal = (declared: string): Conversion => {
  const scale = Number(/\(\s*\d+\s*,\s*(\d+)\s*\)/.exec(declared)?.[1] ?? 0);
  return (value) => {
    if (typeof value === 'bigint') return scale === 0 ? String(value) : `${value}.${'0'.repeat(scale)}`;
    return typeof value === 'number' ? value.toFixed(scale) : value;
  };
};

/**
 * Returns the conversion for the declared type of a column.
 *
 * SQLite stores no booleans, timestamps or decimals. A computed column has no type: whole values
 * are numbers, fractions text, as on other databases.
 */
export function conversionFor(declaredType: string | null): Conversion {
  if (declaredType === null) return computed;
  const declared = declaredType.toLowerCase();
  if (/^bool|^tinyint\s*\(\s*1\s*\)/.test(declared)) return boolean;
  if (/^(timestamp|datetime)/.test(declared)) return timestamp;
  if (/^date\b/.test(declared)) return day;
  if (/^(decimal|numeric)/.test(declared)) return decimal(declared);
  return integer;
}
