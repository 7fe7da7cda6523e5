import type { DatabaseSync } from 'node:sqlite';
import { ZipArchive, type Finding } from '@platform/package-format';
import { FILLABLE_TABLES } from './fillable-tables.ts';

interface Script {
  /** Entry of the package. */
  readonly entry: string;
  readonly text: string;
}

/** What each table holds. */
type Contents = ReadonlyMap<string, { readonly rows: number; readonly text: string }>;

const VARIANT = /\.(sqlite|mysql|postgres)\.sql$/;

/**
 * Runs the migrations of a package that has been inspected twice on an empty SQLite database in memory: an installation that was interrupted runs them
 * again, so that the second time must change nothing (spec: L1). Findings: `MIGRATION_NOT_IDEMPOTENT`, an error where it fails or
 * adds rows and a warning where it changes some; the warning `MIGRATION_UNCHECKED` where the scripts do not run at all, which those for
 * another database need not.
 * @param file the package
 */
export async function checkIdempotence(file: string): Promise<Finding[]> {
  const scripts = await scriptsOf(file);
  if (scripts.length === 0) return [];
  const sqlite = process.getBuiltinModule?.('node:sqlite');
  if (sqlite === undefined) return [unchecked('migrations/', 'this Node has no SQLite', 'Use Node 24.')];
  const database = new sqlite.DatabaseSync(':memory:');
  try {
    database.exec(FILLABLE_TABLES);
    return runTwice(database, scripts);
  } finally {
    database.close();
  }
}

function runTwice(database: DatabaseSync, scripts: readonly Script[]): Finding[] {
  for (const { entry, text } of scripts) {
    const failure = attempt(database, text);
    if (failure !== undefined) {
      return [
        unchecked(entry, `on SQLite it fails: ${failure}`, 'Write it portably, or a variant *.sqlite.sql.'),
      ];
    }
  }
  return scripts.flatMap(({ entry, text }) => {
    const before = contentsOf(database);
    const failure = attempt(database, text);
    if (failure !== undefined) return [notIdempotent(entry, 'error', `it fails: ${failure}`)];
    return changes(before, contentsOf(database)).map(({ table, added }) =>
      added === 0
        ? notIdempotent(entry, 'warning', `it changes rows of ${table}`)
        : notIdempotent(
            entry,
            'error',
            `${table} has ${added > 0 ? `${added} more` : `${-added} fewer`} rows`,
          ),
    );
  });
}

/** Those that SQLite gets, in the order in which a host runs them. */
async function scriptsOf(file: string): Promise<Script[]> {
  const archive = await ZipArchive.open(file);
  try {
    const entries = archive.entries.filter(({ name }) => /^migrations\/[^/]+\.sql$/.test(name));
    const own = new Set(entries.map(({ name }) => name));
    const chosen = entries.filter(({ name }) => {
      const variant = VARIANT.exec(name)?.[1];
      return variant === undefined ? !own.has(name.replace(/\.sql$/, '.sqlite.sql')) : variant === 'sqlite';
    });
    const scripts = await Promise.all(
      chosen.map(async (entry) => ({
        entry: entry.name,
        text: (await archive.read(entry.name)).toString('utf8'),
      })),
    );
    const order = ({ entry }: Script): string => entry.replace(VARIANT, '.sql');
    return scripts.sort((a, b) => Buffer.compare(Buffer.from(order(a)), Buffer.from(order(b))));
  } finally {
    await archive.close();
  }
}

function attempt(database: DatabaseSync, sql: string): string | undefined {
  try {
    database.exec(sql);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function contentsOf(database: DatabaseSync): Contents {
  const tables = database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all();
  return new Map(
    tables.map(({ name }) => {
      const select = database.prepare(`SELECT * FROM "${String(name).replaceAll('"', '""')}"`);
      select.setReadBigInts(true);
      const rows = select.all();
      return [String(name), { rows: rows.length, text: JSON.stringify(rows, asText) }];
    }),
  );
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
  message: `${entry}: run a second time, ${what} (L1).`,
  fix: 'Write CREATE TABLE IF NOT EXISTS, and INSERT … SELECT … WHERE NOT EXISTS.',
});

const unchecked = (entry: string, reason: string, fix: string): Finding => ({
  code: 'MIGRATION_UNCHECKED',
  severity: 'warning',
  entry,
  message: `${entry}: whether it may run twice was not tried, ${reason}.`,
  fix,
});
