import { announceLongWork, PlatformError, type Clock, type Logger, reasonOf } from '../../kernel/index.ts';
import type { SqlDatabase } from '../sql-database.ts';
import { compareSchema, pendingMigrations } from './compare-schema.ts';
import { MigrationHistory } from './history.ts';
import type { Migration } from './migration.ts';
import { withSchemaLock } from './schema-lock.ts';

/**
 * Updates the host's schema. Several nodes may start at once.
 *
 * A database of a later version is left as it is: migrations only add, and `platform.schema.min`
 * says which hosts may still run on it. (design 10.7-17)
 *
 * Costs one query when there is nothing to do.
 *
 * @returns names of the executed migrations
 * @throws DATABASE_NEWER when this version is too old for the database
 * @throws MIGRATION_FAILED naming the migration
 */
export async function migrateHost(
  database: SqlDatabase,
  migrations: readonly Migration[],
  clock: Clock,
  logger: Logger,
): Promise<string[]> {
  const history = new MigrationHistory(database);
  const { later, pending, refusal } = await compareSchema(database, migrations);
  if (refusal) throw refusal;
  if (later.length > 0)
    logger.warn('A later version of the platform has changed the schema; this version runs beside it', {
      migrations: later,
      fix: 'Upgrade this host too.',
    });
  if (pending.length === 0) return [];
  const ran = await withSchemaLock(database, async () => {
    await history.create();
    await database.refreshTenantTables();
    const names: string[] = [];
    for (const migration of await pendingMigrations(database, migrations)) {
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
