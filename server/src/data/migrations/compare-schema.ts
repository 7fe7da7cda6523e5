import { PlatformError } from '../../kernel/index.ts';
import type { Database } from '../database.ts';
import { executedMigrations } from './history.ts';
import type { Migration } from './migration.ts';
import { leastSchema } from './schema-min.ts';

/** How a database stands to the migrations of this version. */
export interface SchemaComparison {
  /** Migrations that this version would run. */
  readonly pending: readonly Migration[];
  /** Migrations that a later version has run. */
  readonly later: readonly string[];
  /** Migration that a host must know at least, once one has said so. */
  readonly least: string | undefined;
  /** Why this version cannot run on the database. */
  readonly refusal: PlatformError | undefined;
}

/** Compares and changes nothing. */
export async function compareSchema(
  database: Pick<Database, 'hasTable' | 'raw'>,
  migrations: readonly Migration[],
): Promise<SchemaComparison> {
  const executed = await executedMigrations(database);
  const known = new Set(migrations.map(({ name }) => name));
  const later = executed.filter((name) => !known.has(name));
  const least = (await database.hasTable('sys_config')) ? await leastSchema(database) : undefined;
  const latest = migrations.at(-1)?.name ?? '';
  return {
    pending: missingIn(executed, migrations),
    later,
    least,
    refusal: refusalOf(latest, later, least),
  };
}

/**
 * Compares the migrations of this version with those of a database that it can serve.
 *
 * @throws DATABASE_NEWER when this version is too old for the database
 */
export async function pendingMigrations(
  database: Pick<Database, 'hasTable' | 'raw'>,
  migrations: readonly Migration[],
): Promise<readonly Migration[]> {
  const { pending, refusal } = await compareSchema(database, migrations);
  if (refusal) throw refusal;
  return pending;
}

/**
 * Looks whether the database is still the one that this host has brought up to date.
 *
 * @throws DATABASE_OLDER (503) naming the migrations that are gone
 */
export async function assertMigrated(
  database: Pick<Database, 'hasTable' | 'raw'>,
  migrations: readonly Migration[],
): Promise<void> {
  const gone = missingIn(await executedMigrations(database), migrations).map(({ name }) => name);
  if (gone.length === 0) return;
  throw new PlatformError({
    code: 'DATABASE_OLDER',
    status: 503,
    message: `The schema of the database is older than this running host: ${gone.join(', ')} is missing. An older backup was restored, or rows of sys_migration were deleted.`,
    fix: 'Restart the host; its start brings the schema up to date.',
    details: { migrations: gone },
  });
}

const missingIn = (executed: readonly string[], migrations: readonly Migration[]): readonly Migration[] =>
  migrations.filter(({ name }) => !executed.includes(name));

/** Migrations only add, so an earlier version may run unless a later one forbids it. */
function refusalOf(
  latest: string,
  later: readonly string[],
  least: string | undefined,
): PlatformError | undefined {
  const isEnough = least === undefined ? later.length === 0 : latest >= least;
  if (isEnough && later.every((name) => name > latest)) return undefined;
  // Rows of later migrations may have been deleted by hand; their tables and data are still there.
  const found = later.length > 0 ? `it has ${later.join(', ')}` : `its platform.schema.min requires it`;
  return new PlatformError({
    code: 'DATABASE_NEWER',
    message: `The database was used by a newer version of the platform: ${found}. This version knows ${latest}; a host needs ${least ?? 'all of them'}.`,
    fix: 'Start that version or a later one, or restore the database from a backup.',
  });
}
