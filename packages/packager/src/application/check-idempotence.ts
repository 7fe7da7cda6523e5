import type { Finding } from '@platform/package-format';
import { VARIANT, type Script } from './scripts.ts';
import type { ScratchDatabase } from './scratch/scratch-database.ts';

/** What each table holds. */
type Contents = ReadonlyMap<string, { readonly rows: number; readonly text: string }>;

/**
 * Runs migrations on an empty database, and again: an installation that was interrupted runs them a second time, which must change
 * nothing (spec: L1; design 4.4). Findings: `MIGRATION_NOT_IDEMPOTENT`, an error where it fails or adds rows and a warning where it
 * changes some; the warning `MIGRATION_UNCHECKED` where the scripts do not run at all, which those for another database need not.
 * @returns also whether the database is migrated now
 */
export async function runTwice(
  database: ScratchDatabase,
  scripts: readonly Script[],
): Promise<{ findings: Finding[]; migrated: boolean }> {
  const { kind, title } = database;
  for (const { entry, text } of scripts) {
    const failure = await attempt(database, text);
    if (failure !== undefined) {
      const fix = `Write it portably, or a variant ${entry.replace(VARIANT, '.sql').replace(/\.sql$/, `.${kind}.sql`)}.`;
      return { findings: [unchecked(entry, `on ${title} it fails: ${failure}`, fix)], migrated: false };
    }
  }
  const findings: Finding[] = [];
  for (const { entry, text } of scripts) {
    const before = await contentsOf(database);
    const failure = await attempt(database, text);
    if (failure !== undefined) {
      findings.push(notIdempotent(entry, 'error', `on ${title} a second time, it fails: ${failure}`));
      continue;
    }
    for (const { table, added } of changes(before, await contentsOf(database))) {
      const what =
        added === 0
          ? `it changes rows of ${table}`
          : `${table} has ${Math.abs(added)} ${added > 0 ? 'more' : 'fewer'} rows`;
      findings.push(
        notIdempotent(entry, added === 0 ? 'warning' : 'error', `on ${title} a second time, ${what}`),
      );
    }
  }
  return { findings, migrated: true };
}

const attempt = (database: ScratchDatabase, script: string): Promise<string | undefined> =>
  database.run(script).then(
    () => undefined,
    (error: unknown) => (error as Error).message,
  );

async function contentsOf(database: ScratchDatabase): Promise<Contents> {
  const contents = new Map<string, { rows: number; text: string }>();
  for (const table of await database.tables()) {
    const rows = await database.rows(table);
    // Servers return rows in any order.
    const text = rows.map((row) => JSON.stringify(row, asText)).sort();
    contents.set(table, { rows: rows.length, text: text.join('\n') });
  }
  return contents;
}

/** Identifiers may be larger than what a number holds exactly. */
const asText = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}n` : value);

const changes = (before: Contents, after: Contents): Array<{ table: string; added: number }> =>
  [...after].flatMap(([table, { rows, text }]) =>
    before.get(table)?.text === text ? [] : [{ table, added: rows - (before.get(table)?.rows ?? 0) }],
  );

const notIdempotent = (entry: string, severity: 'error' | 'warning', what: string): Finding => ({
  code: 'MIGRATION_NOT_IDEMPOTENT',
  severity,
  entry,
  message: `${entry}: run ${what} (L1).`,
  fix: 'Write CREATE TABLE IF NOT EXISTS, ALTER TABLE … ADD COLUMN IF NOT EXISTS, and INSERT … SELECT … WHERE NOT EXISTS.',
});

export const unchecked = (entry: string, reason: string, fix: string): Finding => ({
  code: 'MIGRATION_UNCHECKED',
  severity: 'warning',
  entry,
  message: `${entry}: whether it may run twice was not tried, ${reason}.`,
  fix,
});
