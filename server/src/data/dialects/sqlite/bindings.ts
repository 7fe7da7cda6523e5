import type { SQLInputValue } from 'node:sqlite';
import { PlatformError } from '../../../kernel/index.ts';
import { assertStorable } from '../values.ts';

/**
 * What SQLite stores for a value. Whole numbers are bound as integers: as the numbers that they are they would become
 * `5.0` in a text column.
 *
 * @throws SQL_PARAMETER_UNSUPPORTED for `undefined`, objects and functions; TEXT_UNSTORABLE
 */
export function toBinding(value: unknown): SQLInputValue {
  switch (typeof value) {
    case 'string':
      assertStorable(value);
      return value;
    case 'bigint':
      return value;
    case 'number':
      return Number.isSafeInteger(value) ? BigInt(value) : value;
    case 'boolean':
      return value ? 1n : 0n;
    default:
      if (value === null || value instanceof Uint8Array) return value;
      if (value instanceof Date) return value.toISOString();
      throw new PlatformError({
        code: 'SQL_PARAMETER_UNSUPPORTED',
        message: `A value of type ${value === undefined ? 'undefined' : typeof value} cannot be stored.`,
        fix: 'Pass text, a number, a boolean, a Date, bytes or null; turn objects into JSON text.',
      });
  }
}
