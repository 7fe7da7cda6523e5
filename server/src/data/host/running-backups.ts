import { randomUUID } from 'node:crypto';
import { systemClock } from '../../kernel/index.ts';
import type { Database } from '../database.ts';
import { DatabaseClock } from './database-clock.ts';

/** Time for which a backup keeps objects after its last sign of life, in milliseconds. */
const LEASE_MS = 60_000;
const RENEW_MS = 15_000;

/** Whether a backup copies objects now, whose content has to stay. */
export async function isBackedUp(database: Database, now: number): Promise<boolean> {
  const row = await database.query
    .selectFrom('sys_backup')
    .select('backup_id')
    .where('until_ms', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Keeps the content of objects that are removed meanwhile, on all hosts. A backup that dies keeps
 * it for a minute. (design 11.8-12)
 */
export async function whileBackedUp<T>(database: Database, work: () => Promise<T>): Promise<T> {
  // A former version's database has nowhere to say so.
  if (!(await database.hasTable('sys_backup'))) return work();
  const clock = new DatabaseClock(database, systemClock);
  await clock.measure();
  const id = randomUUID();
  const until = (): number => clock.now() + LEASE_MS;
  await database.query.insertInto('sys_backup').values({ backup_id: id, until_ms: until() }).execute();
  const renew = (): Promise<unknown> =>
    database.query.updateTable('sys_backup').set({ until_ms: until() }).where('backup_id', '=', id).execute();
  const timer = setInterval(() => void renew().catch(() => undefined), RENEW_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await database.query.deleteFrom('sys_backup').where('backup_id', '=', id).execute();
  }
}
