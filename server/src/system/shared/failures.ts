import { isUniqueViolation } from '../../data/index.ts';
import { PlatformError } from '../../kernel/index.ts';

/** The same answer for a record that does not exist and one of another tenant. */
export function notFound(what: string): PlatformError {
  return new PlatformError({
    code: 'RECORD_NOT_FOUND',
    status: 404,
    message: `This ${what} does not exist.`,
    fix: 'It may have been removed. Reload the list.',
  });
}

/** @param params values of the message, for a translation of it */
export function conflict(code: string, message: string, fix: string, params?: object): PlatformError {
  return new PlatformError({ code, status: 409, message, fix, ...(params ? { details: { params } } : {}) });
}

/**
 * Another record has the value already.
 *
 * @param field that holds the value in the body of the request; a form marks it
 * @param params values of the message, for a translation of it
 */
export function taken(
  field: string,
  code: string,
  message: string,
  fix: string,
  params?: object,
): PlatformError {
  return new PlatformError({
    code,
    status: 409,
    message,
    fix,
    details: { field, ...(params && { params }) },
  });
}

/** The row, or 404. */
export function found<T>(row: T | undefined, what: string): T {
  if (row === undefined) throw notFound(what);
  return row;
}

/**
 * Runs a change; a row that exists already under the same key is refused by the database, even in a
 * race.
 */
export async function unlessTaken<T>(refusal: () => PlatformError, change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    throw isUniqueViolation(error) ? refusal() : error;
  }
}
