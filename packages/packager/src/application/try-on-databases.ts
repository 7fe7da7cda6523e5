import {
  Catalog,
  catalogStatements,
  checkMapperFiles,
  readableTableDefinitions,
  settleFindings,
  type CatalogRow,
} from '@platform/mapper';
import {
  parseManifest,
  readJarMappers,
  ZipArchive,
  type AppManifest,
  type Finding,
  type JarMappers,
} from '@platform/package-format';
import { missingColumns, type SourceEntity } from './check-entities.ts';
import { runTwice, unchecked } from './check-idempotence.ts';
import { fillableTables } from './fillable-tables.ts';
import { openScratchDatabases, type Servers } from './scratch/open-scratch.ts';
import type { ScratchDatabase } from './scratch/scratch-database.ts';
import { chosenFor, scriptsIn, scriptsOf, type Script } from './scripts.ts';
import { join } from 'node:path';

export interface Trial {
  readonly findings: Finding[];
  /** For people: the databases that it was tried on. */
  readonly tried: string[];
}

/** The parts of a package that run on a database. */
interface Contents extends JarMappers {
  readonly manifest: AppManifest | undefined;
  readonly scripts: readonly Script[];
}

/**
 * Runs the migrations of a package that has been inspected twice on an empty SQLite database in
 * memory, and on each server that answers (see {@link runTwice}); then each statement of its
 * mappers is prepared there (design 16-2). Throws PackagerError `SERVER_UNREACHABLE`.
 * @param file the package
 * @param servers addresses of servers to try besides, `{}` for those nearby; none: SQLite alone
 * @param projects folder that has `platform-<code>` of the applications it depends on; their
 * tables are made first
 * @param entities classes of the sources that are compared with the tables
 */
export async function tryOnDatabases(
  file: string,
  servers: Servers | undefined,
  projects: string | undefined,
  entities: readonly SourceEntity[] = [],
): Promise<Trial> {
  const contents = await contentsOf(file);
  const { manifest, scripts, mappers, classes } = contents;
  if (scripts.length === 0 && mappers.length === 0) return { findings: [], tried: [] };
  const findings: Finding[] = [];
  const tried: string[] = [];
  const statements: Array<Parameters<typeof settleFindings>[0][number]> = [];
  const siblings = Object.keys(manifest?.dependencies ?? {}).map((code) =>
    projects === undefined ? [] : scriptsIn(join(projects, `platform-${code}`, 'migrations')),
  );
  const databases = await openScratchDatabases(servers);
  try {
    for (const database of databases) {
      await database.run(fillableTables(database.kind));
      const outcome = await runTwice(database, chosenFor(database.kind, scripts));
      findings.push(...outcome.findings, ...(await longDecimals(database)));
      tried.push(database.title);
      if (outcome.migrated) findings.push(...(await missingColumns(database, entities)));
      if (!outcome.migrated || mappers.length === 0 || manifest === undefined) continue;
      for (const sql of readableTableDefinitions()) await database.run(sql).catch(() => undefined);
      for (const sibling of siblings) await runAll(database, chosenFor(database.kind, sibling));
      statements.push({
        dialect: database.kind,
        findings: await checkMapperFiles(mappers, manifest.code, await statementDatabase(database), classes),
      });
    }
  } finally {
    await Promise.all(databases.map((database) => database.close()));
  }
  findings.push(
    ...settleFindings(statements).map(({ severity, code, entry, message, fix, line }): Finding => {
      const at = { entry, pointer: `line ${line}` };
      return { code, severity, ...at, message: `${entry}: ${message}`, fix };
    }),
  );
  if (tried.length > 0) return { findings, tried };
  return {
    findings: [unchecked('migrations/', 'this version of Node has no SQLite', 'Use Node 24.')],
    tried,
  };
}

async function contentsOf(file: string): Promise<Contents> {
  const archive = await ZipArchive.open(file);
  try {
    const names = archive.entries.map(({ name }) => name);
    const manifest = names.includes('app.json')
      ? parseManifest(await archive.read('app.json')).manifest
      : undefined;
    const jar = names.find((name) => /^backend\/[^/]+\.jar$/.test(name));
    return {
      manifest,
      scripts: await scriptsOf(archive),
      ...(jar === undefined
        ? { mappers: [], classes: undefined }
        : await readJarMappers(await archive.read(jar))),
    };
  } finally {
    await archive.close();
  }
}

/**
 * Statements of a sibling that fail here leave its tables out; the inspector warns where they are
 * used.
 */
async function runAll(database: ScratchDatabase, scripts: readonly Script[]): Promise<void> {
  for (const { text } of scripts) await database.run(text).catch(() => undefined);
}

async function statementDatabase(database: ScratchDatabase): Promise<Parameters<typeof checkMapperFiles>[2]> {
  const rows = await database.query(catalogStatements[database.kind]);
  return {
    dialect: database.kind,
    tables: new Catalog(rows as unknown as CatalogRow[]),
    prepare: (sql) => database.prepare(sql),
  };
}

/**
 * SQLite holds decimals as floating point numbers, which have 15 digits for certain. (design
 * 16-4)
 */
async function longDecimals(database: ScratchDatabase): Promise<Finding[]> {
  if (database.kind !== 'sqlite') return [];
  const rows = await database.query(
    `select m.name as name, p.name as field, p.type as type from sqlite_master m join pragma_table_info(m.name) p
      where p.type like 'decimal(%' or p.type like 'numeric(%'`,
  );
  return rows.flatMap(({ name, field, type }): Finding[] => {
    const digits = Number(/\(\s*(\d+)/.exec(String(type))?.[1] ?? 0);
    if (digits <= 15) return [];
    const message = `migrations: ${String(name)}.${String(field)} is ${String(type)}, but SQLite keeps only 15 digits of a number.`;
    const fix =
      'If the application must run on SQLite, declare at most 15 digits, or store the value as text.';
    return [{ code: 'MIGRATION_DECIMAL_DIGITS', severity: 'warning', entry: 'migrations/', message, fix }];
  });
}
