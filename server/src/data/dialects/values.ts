import { PlatformError } from '../../kernel/index.ts';

const isoTimestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const sqlTimestamp = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d+))?(?:\+00(?::?00)?|Z)?$/;

/** SQLite keeps a timestamp as the text that was written. */
const zonedTimestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

function momentOf(text: string): string {
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? text : moment.toISOString();
}

/** Whether a text is an ISO timestamp in UTC with milliseconds. */
export function isIsoTimestamp(value: unknown): value is string {
  return typeof value === 'string' && value.length === 24 && isoTimestamp.test(value);
}

/**
 * Converts `2026-01-31 08:00:00.5` in UTC, and ISO of another zone, to ISO with milliseconds. Keeps
 * other texts.
 */
export function toIsoTimestamp(text: string): string {
  const match = sqlTimestamp.exec(text);
  if (!match) return zonedTimestamp.test(text) ? momentOf(text) : text;
  const [, day, time, fraction = ''] = match;
  return `${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
}

/** Returns a number, or text where a number would not be exact. */
export function exactInteger(value: bigint | string): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

/**
 * Normalizes a computed decimal, since databases format it differently (`2`, `2.0`, `2.0000`).
 *
 * Whole values without a fraction are numbers, like sums of integers; others are text without
 * trailing zeros.
 */
export function computedDecimal(text: string): number | string {
  if (!text.includes('.')) return exactInteger(text);
  return text.replace(/\.?0+$/, '');
}

/**
 * Refuses U+0000 on all databases, since PostgreSQL cannot store it.
 *
 * @throws TEXT_UNSTORABLE (400)
 */
export function assertStorable(text: string): void {
  if (!text.includes('\0')) return;
  throw new PlatformError({
    code: 'TEXT_UNSTORABLE',
    status: 400,
    message: 'A text contains the character U+0000, which cannot be stored.',
    fix: 'Remove the character.',
  });
}
