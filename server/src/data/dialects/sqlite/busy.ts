import { setTimeout as sleep } from 'node:timers/promises';
import { PlatformError } from '../../../kernel/index.ts';

const SQLITE_BUSY = 5;
const LONGEST_PAUSE_MS = 50;

/** Retries `work` while another process locks the database. @throws DATABASE_BUSY (503) */
export function untilFree<T>(work: () => T, limitMs: number): T | Promise<T> {
  try {
    return work();
  } catch (error) {
    if (!isBusy(error)) throw error;
    return againUntilFree(work, limitMs);
  }
}

async function againUntilFree<T>(work: () => T, limitMs: number): Promise<T> {
  const started = performance.now();
  for (let pause = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() - started > limitMs) throw databaseBusy(limitMs);
      await sleep(pause);
    }
  }
}

export function databaseBusy(limitMs: number): PlatformError {
  return new PlatformError({
    code: 'DATABASE_BUSY',
    status: 503,
    message: `Another transaction has locked the embedded database for ${limitMs} ms.`,
    fix: 'Try again. If it happens again, look for a transaction that waits for something outside the database.',
  });
}

/** Whether another connection holds the lock; the low byte is the primary result code. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY;
}
