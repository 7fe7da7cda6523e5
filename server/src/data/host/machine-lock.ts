import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { PlatformError, serviceToken, type ThisWorker } from '../../kernel/index.ts';
import { isBusy } from '../dialects/sqlite/busy.ts';

const PAUSE_MS = 20;
const PATIENCE_MS = 30_000;

/** Lets one worker of this machine at a time change the files that all of them read. */
export interface MachineLock {
  /** @throws MACHINE_LOCK_TIMEOUT (503) where another worker keeps it for 30 s */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
}

/** (design 10.7-12) */
export const MACHINE_LOCK = serviceToken<MachineLock>('machine lock');

/**
 * A lock in a file, which the system frees when its holder ends.
 *
 * A process alone needs none: callers let their own changes wait for each other.
 */
export class FileLock implements MachineLock {
  readonly #file: string;
  readonly #living: ThisWorker['living'];
  readonly #patienceMs: number;

  /** @param file on a file system that supports locks */
  constructor(file: string, living: ThisWorker['living'], patienceMs = PATIENCE_MS) {
    this.#file = file;
    this.#living = living;
    this.#patienceMs = patienceMs;
  }

  async exclusively<T>(work: () => Promise<T>): Promise<T> {
    if (this.#living().size < 2) return work();
    const database = new DatabaseSync(this.#file);
    try {
      const until = performance.now() + this.#patienceMs;
      while (!begin(database)) {
        if (performance.now() > until) throw timeout(this.#patienceMs);
        await sleep(PAUSE_MS);
      }
      return await work();
    } finally {
      database.close();
    }
  }
}

function begin(database: DatabaseSync): boolean {
  try {
    database.exec('begin exclusive');
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}

const timeout = (patienceMs: number): PlatformError =>
  new PlatformError({
    code: 'MACHINE_LOCK_TIMEOUT',
    status: 503,
    message: `Another worker of this machine has changed its files for more than ${patienceMs / 1_000} s.`,
    fix: 'Try again. If the problem persists, reload the host, and read the log for what the worker waits for.',
  });
