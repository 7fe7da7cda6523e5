import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  Catalog,
  catalogStatements,
  checkMapperFiles,
  readableTableDefinitions,
  type CatalogRow,
  type Dialect,
  type StatementFinding,
} from '@platform/mapper';
import {
  readJarMappers,
  scriptsFor,
  ZipArchive,
  type AppManifest,
  type Finding,
  type JarMappers,
} from '@platform/package-format';
import { namesIn } from '../../disk/files.ts';
import { definitionsOf } from './definitions.ts';
import { SqliteThread, type Definition } from './sqlite-thread.ts';

/** Time limit for one package. */
const LIMIT_MS = 2_000;

/** Facts of this host for checking statements. */
export interface StatementHost {
  /** The host's dialect. Syntax is an error only for SQLite, which the check uses. */
  readonly dialect: Dialect;
  /** Folder with the scripts of an installed application. */
  readonly scriptsOf: (appCode: string) => string;
}

/**
 * Prepares an uploaded package's statements on an in-memory SQLite database.
 *
 * The database has the tables of the package and of its dependencies. A check that exceeds its time
 * limit reports nothing: the load checks again. (design 16-2)
 *
 * @param file an accepted package
 */
export async function checkPackageStatements(
  file: string,
  manifest: AppManifest,
  host: StatementHost,
): Promise<Finding[]> {
  const { scripts, mappers, classes } = await contentsOf(file, manifest);
  if (mappers.length === 0) return [];
  const thread = new SqliteThread(LIMIT_MS);
  try {
    for (const sql of readableTableDefinitions()) await thread.ask('define', { sql });
    if (!(await defineAll(thread, scripts))) return [];
    for (const code of Object.keys(manifest.dependencies ?? {})) {
      await defineAll(thread, await scriptsIn(host.scriptsOf(code)));
    }
    const rows = await thread.ask('query', { sql: catalogStatements.sqlite });
    const found = await checkMapperFiles(
      mappers,
      manifest.code,
      {
        dialect: 'sqlite',
        tables: new Catalog((rows ?? []) as unknown as CatalogRow[]),
        prepare: async (sql) => void (await thread.ask('prepare', { sql })),
        isOver: () => thread.hasEnded,
      },
      classes,
    );
    return found.map((finding) => asFinding(finding, host.dialect, manifest));
  } catch (error) {
    if (thread.hasEnded) return [];
    throw error;
  } finally {
    await thread.close();
  }
}

function asFinding(
  { kind, code, entry, line, message, fix }: StatementFinding,
  dialect: Dialect,
  { assets }: AppManifest,
): Finding {
  // Files that are not well-formed are a warning of the inspector, too: the load refuses both.
  const mild = kind === 'absent' || kind === 'invalid' || (kind === 'other' && dialect !== 'sqlite');
  const place = { entry: `${assets.backend ?? ''}!${entry}`, pointer: `line ${line}` };
  return { code, severity: mild ? 'warning' : 'error', ...place, message: `${entry}: ${message}`, fix };
}

/** @returns false when a script is not valid on SQLite, so that nothing can be checked */
async function defineAll(thread: SqliteThread, scripts: readonly string[]): Promise<boolean> {
  for (const script of scripts) {
    let definitions: Definition[];
    try {
      definitions = definitionsOf(script);
      for (const definition of definitions) await thread.ask('define', definition);
    } catch {
      return false;
    }
  }
  return true;
}

async function contentsOf(
  file: string,
  { assets }: AppManifest,
): Promise<JarMappers & { readonly scripts: readonly string[] }> {
  const archive = await ZipArchive.open(file);
  try {
    const names = archive.entries.map(({ name }) => name);
    const text = async (name: string): Promise<string> => (await archive.read(name)).toString('utf8');
    const scripts = scriptsFor(
      names.filter((name) => /^migrations\/[^/]+$/.test(name)),
      'sqlite',
    );
    const jar = assets.backend !== undefined && names.includes(assets.backend) ? assets.backend : undefined;
    return {
      scripts: await Promise.all(scripts.map(({ file }) => text(file))),
      ...(jar === undefined
        ? { mappers: [], classes: undefined }
        : await readJarMappers(await archive.read(jar))),
    };
  } finally {
    await archive.close();
  }
}

async function scriptsIn(folder: string): Promise<string[]> {
  const files = scriptsFor(await namesIn(folder), 'sqlite');
  return Promise.all(files.map(({ file }) => readFile(join(folder, file), 'utf8')));
}
