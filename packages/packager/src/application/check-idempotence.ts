import { splitScript } from '@platform/mapper';
import { nameOfScript, type Finding } from '@platform/package-format';
import type { Script } from './scripts.ts';
import type { ScratchDatabase } from './scratch/scratch-database.ts';

/** The rows of each table. */
type Contents = ReadonlyMap<string, { readonly rows: number; readonly text: string }>;

/**
 * Runs migrations twice on an empty database, as an interrupted installation would. (spec: L1;
 * design 4.4)
 *
 * Findings: `MIGRATION_NOT_IDEMPOTENT`, an error if the second run fails or adds rows, a warning
 * if it changes some; the error `MIGRATION_CONSTRAINT` if rows break a constraint in the first
 * run; the warning `MIGRATION_UNCHECKED` if the scripts do not run there for another reason.
 */
export async function runTwice(
  database: ScratchDatabase,
  scripts: readonly Script[],
): Promise<{ findings: Finding[]; migrated: boolean }> {
  const { kind, title } = database;
  for (const { entry, text } of scripts) {
    const failure = await attempt(database, text);
    if (failure !== undefined) {
      const variant = nameOfScript(entry).replace(/\.sql$/, `.${kind}.sql`);
      const fix = `Correct it. If it is meant for another database, write it portably, or add a variant ${variant}.`;
      const finding = failure.ofRows
        ? failed(entry, `it fails on an empty ${title}: ${failure.text}`)
        : unchecked(entry, `on ${title} it fails: ${failure.text}`, fix);
      return { findings: [finding], migrated: false };
    }
  }
  const findings: Finding[] = [];
  for (const { entry, text } of scripts) {
    const before = await contentsOf(database);
    const failure = await attempt(database, text);
    if (failure !== undefined) {
      findings.push(notIdempotent(entry, 'error', `on ${title} its second run fails: ${failure.text}`));
      continue;
    }
    for (const { table, added } of changes(before, await contentsOf(database))) {
      const what =
        added === 0
          ? `it changes rows of ${table}`
          : `${table} has ${Math.abs(added)} ${added > 0 ? 'more' : 'fewer'} rows`;
      findings.push(
        notIdempotent(entry, added === 0 ? 'warning' : 'error', `on ${title} in its second run, ${what}`),
      );
    }
  }
  return { findings, migrated: true };
}

interface Failure {
  readonly text: string;
  /** The rows broke a constraint, which another database has as well. */
  readonly ofRows: boolean;
}

/** Runs a script statement by statement, as the host does, to tell which one fails. */
async function attempt(database: ScratchDatabase, script: string): Promise<Failure | undefined> {
  const statements = splitScript(script, database.kind);
  for (const [index, { text, line }] of statements.entries()) {
    try {
      await database.run(text);
    } catch (error) {
      const place = `line ${line}, statement ${index + 1} of ${statements.length}`;
      return { text: `${place}: ${(error as Error).message}`, ofRows: isOfRows(error) };
    }
  }
  return undefined;
}

/** SQLite names the constraint; SQL states of the class 23 are broken constraints. */
function isOfRows(error: unknown): boolean {
  const { message, code, sqlState } = error as { message: string; code?: unknown; sqlState?: unknown };
  return / constraint failed/.test(message) || [code, sqlState].some((state) => /^23\d/.test(String(state)));
}

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

/** Ids may exceed the exact range of a number. */
const asText = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}n` : value);

const changes = (before: Contents, after: Contents): Array<{ table: string; added: number }> =>
  [...after].flatMap(([table, { rows, text }]) =>
    (before.get(table)?.text ?? '') === text ? [] : [{ table, added: rows - (before.get(table)?.rows ?? 0) }],
  );

const notIdempotent = (entry: string, severity: 'error' | 'warning', what: string): Finding => ({
  code: 'MIGRATION_NOT_IDEMPOTENT',
  severity,
  entry,
  message: `${entry}: run ${what} (L1).`,
  fix: 'Write CREATE TABLE IF NOT EXISTS, ALTER TABLE … ADD COLUMN IF NOT EXISTS, and INSERT … SELECT … WHERE NOT EXISTS.',
});

const failed = (entry: string, what: string): Finding => ({
  code: 'MIGRATION_CONSTRAINT',
  severity: 'error',
  entry,
  message: `${entry}: ${what}.`,
  fix: 'Correct the rows or the constraint: each installation would fail there.',
});

export const unchecked = (entry: string, reason: string, fix: string): Finding => ({
  code: 'MIGRATION_UNCHECKED',
  severity: 'warning',
  entry,
  message: `${entry}: a second run was not tested, ${reason}.`,
  fix,
});
