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
  const latest = migrations.at(-1)?.name ?? '';
  return {
    pending: migrations.filter(({ name }) => !executed.includes(name)),
    later,
    refusal: later.length > 0 ? refusalOf(latest, later, await leastSchema(database)) : undefined,
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

/** Migrations only add, so an earlier version may go on unless a later one has said otherwise. */
function refusalOf(
  latest: string,
  later: readonly string[],
  least: string | undefined,
): PlatformError | undefined {
  const isEnough = least !== undefined && latest >= least;
  if (isEnough && later.every((name) => name > latest)) return undefined;
  return new PlatformError({
    code: 'DATABASE_NEWER',
    message: `The database was used by a newer version of the platform: it has ${later.join(', ')}. This version knows ${latest}; a host needs ${least ?? 'all of them'}.`,
    fix: 'Start that version or a later one, or restore the database from a backup.',
  });
}
