import { PlatformError } from '../../kernel/index.ts';

const isoTimestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const sqlTimestamp = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d+))?(?:\+00(?::?00)?|Z)?$/;

/** Whether a text is exactly what timestamps are in TypeScript: ISO, UTC, milliseconds. */
export function isIsoTimestamp(value: unknown): value is string {
  return typeof value === 'string' && value.length === 24 && isoTimestamp.test(value);
}

/** `2026-01-31 08:00:00.5` as databases write it, in UTC → ISO with milliseconds. Other texts stay as they are. */
export function toIsoTimestamp(text: string): string {
  const match = sqlTimestamp.exec(text);
  if (!match) return text;
  const [, day, time, fraction = ''] = match;
  return `${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
}

/** An exact number, or text where a number would not be exact. */
export function exactInteger(value: bigint | string): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

/**
 * A computed decimal: databases disagree about the digits behind the point (`2`, `2.0`, `2.0000`). Whole values that
 * were computed without a fraction are numbers, as sums of integers are to be; others are text without trailing zeros.
 */
export function computedDecimal(text: string): number | string {
  if (!text.includes('.')) return exactInteger(text);
  return text.replace(/\.?0+$/, '');
}

/**
 * PostgreSQL stores no U+0000, so none of the databases takes it.
 *
 * @throws TEXT_UNSTORABLE (400)
 */
export function assertStorable(text: string): void {
  if (!text.includes('\0')) return;
  throw new PlatformError({
    code: 'TEXT_UNSTORABLE',
    status: 400,
    message: 'A text contains the character U+0000, which cannot be stored.',
    fix: 'Leave the character out.',
  });
}
