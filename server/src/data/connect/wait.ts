import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../../kernel/index.ts';
import type { Database } from '../database.ts';
import { describeDatabase, type DatabaseConfig } from '../dialects/config.ts';
import { permanentFailure, reasonOf, unreachable } from '../dialects/failures.ts';

const PAUSE_MS = 1_000;

/**
 * Waits until the database answers, including a server that is still starting.
 *
 * @param limitMs maximum wait, in milliseconds
 * @throws DATABASE_UNREACHABLE, DATABASE_LOGIN_REFUSED, DATABASE_MISSING, DATABASE_FILE_UNUSABLE
 */
export async function waitForDatabase(
  database: Database,
  config: DatabaseConfig,
  limitMs: number,
  logger: Logger,
): Promise<void> {
  const started = performance.now();
  for (;;) {
    try {
      return await database.ping();
    } catch (error) {
      const failure = permanentFailure(config, error);
      if (failure) throw failure;
      const waited = performance.now() - started;
      if (waited + PAUSE_MS > limitMs) throw unreachable(config, waited, error);
      logger.warn(`Waiting for ${describeDatabase(config)}`, { reason: reasonOf(error) });
      await sleep(PAUSE_MS);
    }
  }
}
