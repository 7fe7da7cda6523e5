import { sql, type Kysely } from 'kysely';
import { PlatformError } from '../../kernel/index.ts';
import type { SqlDatabase } from '../sql-database.ts';

const WAIT_SECONDS = 120;

/**
 * Runs `work` on one node at a time, in one transaction where definitions are transactional.
 *
 * @throws SCHEMA_LOCK_TIMEOUT on MySQL, when another node keeps the lock
 */
export async function withSchemaLock<T>(database: SqlDatabase, work: () => Promise<T>): Promise<T> {
  switch (database.dialect) {
    case 'sqlite':
      return database.transaction(work);
    case 'postgres':
      return database.transaction(async () => {
        await database.raw("select pg_advisory_xact_lock(hashtext('platform.schema'))");
        return work();
      });
    case 'mysql':
      return database.unfiltered.connection().execute((connection) => whileLocked(connection, work));
  }
}

async function whileLocked<S, T>(connection: Kysely<S>, work: () => Promise<T>): Promise<T> {
  const name = sql`concat('platform.schema.', database())`;
  const { rows } = await sql<{
    held: number | null;
  }>`select get_lock(${name}, ${WAIT_SECONDS}) as held`.execute(connection);
  if (rows[0]?.held !== 1) {
    throw new PlatformError({
      code: 'SCHEMA_LOCK_TIMEOUT',
      message: `Another node has been changing the schema for more than ${WAIT_SECONDS} s.`,
      fix: 'Wait for it to finish, then start again.',
    });
  }
  try {
    return await work();
  } finally {
    await sql`select release_lock(${name})`.execute(connection);
  }
}
