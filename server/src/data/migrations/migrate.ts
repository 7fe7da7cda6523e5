import { announceLongWork, PlatformError, type Clock, type Logger, reasonOf } from '../../kernel/index.ts';
import type { SqlDatabase } from '../sql-database.ts';
import { MigrationHistory } from './history.ts';
import type { Migration } from './migration.ts';
import { withSchemaLock } from './schema-lock.ts';

/**
 * Updates the host's schema. Several nodes may start at once.
 *
 * Costs one query when there is nothing to do.
 *
 * @returns names of the executed migrations
 * @throws DATABASE_NEWER when the database has migrations that this version does not know
 * @throws MIGRATION_FAILED naming the migration
 */
export async function migrateHost(
  database: SqlDatabase,
  migrations: readonly Migration[],
  clock: Clock,
  logger: Logger,
): Promise<string[]> {
  const history = new MigrationHistory(database);
  if (pending(migrations, await history.executed()).length === 0) return [];
  const ran = await withSchemaLock(database, async () => {
    await history.create();
    await database.refreshTenantTables();
    const names: string[] = [];
    for (const migration of pending(migrations, await history.executed())) {
      await run(migration, database);
      await history.add(migration.name, new Date(clock.now()).toISOString());
      names.push(migration.name);
    }
    return names;
  });
  await database.refreshTenantTables();
  if (ran.length > 0) logger.info('The schema was brought up to date', { migrations: ran });
  return ran;
}

/**
 * Migrations that the database lacks. Changes nothing.
 *
 * @throws DATABASE_NEWER
 */
export async function pendingMigrations(
  database: SqlDatabase,
  migrations: readonly Migration[],
): Promise<Migration[]> {
  return pending(migrations, await new MigrationHistory(database).executed());
}

function pending(migrations: readonly Migration[], executed: readonly string[]): Migration[] {
  const known = new Set(migrations.map((migration) => migration.name));
  const unknown = executed.filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new PlatformError({
      code: 'DATABASE_NEWER',
      message: `The database was used by a newer version of the platform: it has ${unknown.join(', ')}.`,
      fix: 'Start that version or a later one, or restore the database from a backup.',
    });
  }
  return migrations.filter((migration) => !executed.includes(migration.name));
}

async function run(migration: Migration, database: SqlDatabase): Promise<void> {
  announceLongWork('statement');
  try {
    await migration.up({ db: database.unfiltered, dialect: database.dialect });
  } catch (error) {
    throw new PlatformError({
      code: 'MIGRATION_FAILED',
      message: `Migration ${migration.name} of the platform failed: ${reasonOf(error)}`,
      fix: 'Grant the database user the right to create and alter tables, and restart. The migration resumes where it stopped.',
      cause: error,
    });
  }
}
