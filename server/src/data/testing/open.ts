import { silentLogger, systemClock, type Clock } from '../../kernel/index.ts';
import { openDatabase } from '../connect/open.ts';
import type { DatabaseConfig } from '../dialects/config.ts';
import { migrateHost } from '../migrations/migrate.ts';
import { hostMigrations } from '../migrations/versions/index.ts';
import type { SqlDatabase } from '../sql-database.ts';

/** Opens a test database without a schema. */
export function openTestDatabase(config: DatabaseConfig, clock: Clock = systemClock): Promise<SqlDatabase> {
  return openDatabase(config, { logger: silentLogger, clock, waitMs: 0 });
}

/** Opens a test database with the host's tables. */
export async function openHostDatabase(
  config: DatabaseConfig,
  clock: Clock = systemClock,
): Promise<SqlDatabase> {
  const database = await openTestDatabase(config, clock);
  await migrateHost(database, hostMigrations, clock, silentLogger);
  return database;
}
