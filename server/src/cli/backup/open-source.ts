import { DatabaseSync } from 'node:sqlite';
import { PlatformError, silentLogger, systemClock, type PlatformConfig } from '../../kernel/index.ts';
import { databaseConfigOf, openDatabase, type DatabaseConfig, type SqlDatabase } from '../../data/index.ts';

/** Time for a database server to answer, in milliseconds. */
const WAIT_MS = 10_000;

/**
 * Opens a database for one piece of work.
 *
 * @throws DATABASE_UNREACHABLE, DATABASE_LOGIN_REFUSED, DATABASE_MISSING, DATABASE_FILE_UNUSABLE
 */
export async function withDatabase<T>(
  config: DatabaseConfig,
  work: (database: SqlDatabase) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(config, { logger: silentLogger, clock: systemClock, waitMs: WAIT_MS });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/**
 * The database of the configuration.
 *
 * @throws DATABASE_ADDRESS_MISSING, BACKUP_IN_MEMORY for a database without a file
 */
export function sourceOf(config: PlatformConfig): DatabaseConfig {
  const source = databaseConfigOf(config);
  if (source.type !== 'sqlite' || source.file !== ':memory:') return source;
  throw new PlatformError({
    code: 'BACKUP_IN_MEMORY',
    message: 'The database is in memory, where nothing outlives the host.',
    fix: 'Set database.file, or omit it.',
  });
}

/**
 * Writes a consistent copy of an embedded database while its host keeps writing.
 *
 * @param target must not exist
 * @throws DATABASE_FILE_UNUSABLE
 */
export function snapshot(file: string, target: string): void {
  let source: DatabaseSync | undefined;
  try {
    source = new DatabaseSync(file, { readOnly: true, timeout: WAIT_MS });
    source.prepare('vacuum into ?').run(target);
  } catch (error) {
    throw new PlatformError({
      code: 'DATABASE_FILE_UNUSABLE',
      message: `The database ${file} cannot be copied: ${error instanceof Error ? error.message : String(error)}.`,
      fix: 'Check platform.data-dir, the rights of the file, and the space on the disk of the backup.',
      cause: error,
    });
  } finally {
    source?.close();
  }
}
