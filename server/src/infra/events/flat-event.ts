import { PlatformError } from '../../kernel/index.ts';

/**
 * Checks that an event is an instance of a class with flat values, and freezes it: several
 * listeners see it, maybe after the publisher has gone on. (spec: E2; design 9.4-22)
 *
 * @throws EVENT_INVALID
 */
export function sealEvent(event: object): void {
  const { constructor } = event;
  if (typeof constructor !== 'function' || constructor === Object || Array.isArray(event)) {
    throw invalid('An event must be an instance of a class. Listeners cannot subscribe to a plain object.');
  }
  for (const [name, value] of Object.entries(event)) {
    if (!isFlat(value)) {
      throw invalid(
        `${constructor.name}.${name} is ${describe(value)}, but events may contain flat values only.`,
      );
    }
    if (Array.isArray(value)) Object.freeze(value);
  }
  Object.freeze(event);
}

const isFlat = (value: unknown): boolean =>
  isScalar(value) || (Array.isArray(value) && value.every(isScalar));

function isScalar(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return 'an array with values that are not flat';
  if (typeof value !== 'object' || value === null) return `a ${typeof value}`;
  return `an object (${value.constructor?.name ?? 'no class'})`;
}

const invalid = (message: string): PlatformError =>
  new PlatformError({
    code: 'EVENT_INVALID',
    message,
    fix: 'Send strings, numbers, booleans and arrays of these. For a record, send its identifier and let the listener load it.',
  });
