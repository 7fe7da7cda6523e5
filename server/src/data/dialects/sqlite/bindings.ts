import type { SQLInputValue } from 'node:sqlite';
import { PlatformError } from '../../../kernel/index.ts';
import { assertStorable } from '../values.ts';

/**
 * Converts a value for SQLite. Whole numbers become integers: as doubles, text columns store
 * `5.0`.
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
        message: `Cannot store a value of type ${value === undefined ? 'undefined' : typeof value}.`,
        fix: 'Pass text, a number, a boolean, a Date, bytes or null; turn objects into JSON text.',
      });
  }
}
