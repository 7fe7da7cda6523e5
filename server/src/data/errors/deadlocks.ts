import { causesOf, propertyOf } from '../../kernel/index.ts';

/** MySQL and MariaDB; PostgreSQL: deadlock, and a serialisable transaction that met another. */
const CODES: ReadonlySet<unknown> = new Set(['ER_LOCK_DEADLOCK', '40P01', '40001']);
const ATTEMPTS = 10;

/** Whether the database ended a statement because of concurrent ones, without any effect. */
const isDeadlock = (error: unknown): boolean =>
  causesOf(error).some((cause) => CODES.has(propertyOf(cause, 'code')));

/**
 * Runs a single statement again when it was the victim of a deadlock, which has undone it.
 *
 * Inside a transaction only the whole of it may be repeated.
 */
export async function repeatedOnDeadlock<T>(statement: () => Promise<T>, attempts = ATTEMPTS): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await statement();
    } catch (error) {
      if (attempt === attempts || !isDeadlock(error)) throw error;
    }
  }
}
