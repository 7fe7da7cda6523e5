import { ZipArchive, type Finding } from '@platform/package-format';
import { fillableTables } from './fillable-tables.ts';
import { openScratchDatabases, type Servers } from './scratch/open-scratch.ts';
import type { ScratchDatabase, ScratchKind } from './scratch/scratch-database.ts';

interface Script {
  /** Entry of the package. */
  readonly entry: string;
  readonly text: string;
}

/** What each table holds. */
type Contents = ReadonlyMap<string, { readonly rows: number; readonly text: string }>;

const VARIANT = /\.(sqlite|mysql|postgres)\.sql$/;

/**
 * Runs the migrations of a package that has been inspected twice on an empty SQLite database in memory, and on each server that
 * answers: an installation that was interrupted runs them again, so that the second time must change nothing (spec: L1;
 * design 4.4). Findings: `MIGRATION_NOT_IDEMPOTENT`, an error where it fails or adds rows and a warning where it changes some;
 * the warning `MIGRATION_UNCHECKED` where the scripts do not run at all, which those for another database need not.
 * Throws PackagerError `SERVER_UNREACHABLE`.
 * @param file the package
 * @param servers addresses of servers to try besides, `{}` for those nearby; none: SQLite alone
 * @returns the findings, and the databases that the scripts were run on
 */
export async function checkIdempotence(
  file: string,
  servers?: Servers,
): Promise<{ findings: Finding[]; tried: string[] }> {
  const scripts = await scriptsOf(file);
  if (scripts.length === 0) return { findings: [], tried: [] };
  const findings: Finding[] = [];
  const tried: string[] = [];
  const databases = await openScratchDatabases(servers);
  try {
    for (const database of databases) {
      await database.run(fillableTables(database.kind));
      findings.push(...(await runTwice(database, chosenFor(database.kind, scripts))));
      tried.push(database.title);
    }
  } finally {
    await Promise.all(databases.map((database) => database.close()));
  }
  if (tried.length > 0) return { findings, tried };
  return { findings: [unchecked('migrations/', 'this Node has no SQLite', 'Use Node 24.')], tried };
}

async function runTwice(database: ScratchDatabase, scripts: readonly Script[]): Promise<Finding[]> {
  const { kind, title } = database;
  for (const { entry, text } of scripts) {
    const failure = await attempt(database, text);
    if (failure !== undefined) {
      const fix = `Write it portably, or a variant ${entry.replace(VARIANT, '.sql').replace(/\.sql$/, `.${kind}.sql`)}.`;
      return [unchecked(entry, `on ${title} it fails: ${failure}`, fix)];
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
  return findings;
}

/** All of the package, in the order in which a host runs them. */
async function scriptsOf(file: string): Promise<Script[]> {
  const archive = await ZipArchive.open(file);
  try {
    const entries = archive.entries.filter(({ name }) => /^migrations\/[^/]+\.sql$/.test(name));
    const scripts = await Promise.all(
      entries.map(async ({ name }) => ({ entry: name, text: (await archive.read(name)).toString('utf8') })),
    );
    const order = ({ entry }: Script): string => entry.replace(VARIANT, '.sql');
    return scripts.sort((a, b) => Buffer.compare(Buffer.from(order(a)), Buffer.from(order(b))));
  } finally {
    await archive.close();
  }
}

/** The scripts that a database gets: `x.mysql.sql` in the place of `x.sql` on MySQL. */
function chosenFor(kind: ScratchKind, scripts: readonly Script[]): Script[] {
  const names = new Set(scripts.map(({ entry }) => entry));
  return scripts.filter(({ entry }) => {
    const variant = VARIANT.exec(entry)?.[1];
    return variant === undefined ? !names.has(entry.replace(/\.sql$/, `.${kind}.sql`)) : variant === kind;
  });
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

const unchecked = (entry: string, reason: string, fix: string): Finding => ({
  code: 'MIGRATION_UNCHECKED',
  severity: 'warning',
  entry,
  message: `${entry}: whether it may run twice was not tried, ${reason}.`,
  fix,
});
