import { chmod, mkdir, readdir, rename } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { PlatformError, type PlatformConfig } from '../../kernel/index.ts';
import {
  describeDatabase,
  holdDataDirectory,
  hostMigrations,
  type DatabaseConfig,
} from '../../data/index.ts';
import {
  areaOf,
  copiedAreas,
  DATABASE_FILE,
  NAMED_FOLDER,
  objectAreas,
  placeIn,
  SECRET_KEY_FILE,
} from './areas.ts';
import { loadDump, toolToLoad } from './database-dump.ts';
import { lastMigration } from './database-facts.ts';
import { folderNotEmpty } from './failures.ts';
import { copyInto } from './file-tree.ts';
import type { BackupManifest } from './manifest.ts';
import { sourceOf, withDatabase } from './open-source.ts';
import { settleObjects } from './settle-objects.ts';
import { verifyBackup } from './verify-backup.ts';

const OWNER_ONLY = 0o600;

export interface RestoreOptions {
  /** Moves existing content aside. */
  readonly replace?: boolean;
  readonly log?: (line: string) => void;
}

/**
 * Puts the files of a backup where the configuration wants them, and ends all sessions. No host may
 * use the data directory. (design 11.6, 11.8-12)
 *
 * The dump of a server's database is loaded into an empty one by the server's own tool. Without a
 * dump in the backup, the database must have been restored before.
 *
 * @throws BACKUP_INVALID, FOLDER_NOT_EMPTY, DATA_DIRECTORY_IN_USE, DATABASE_NEWER,
 *   RESTORE_DATABASE_FIRST, RESTORE_DATABASE_NOT_EMPTY, DATABASE_*
 */
export async function restoreBackup(
  config: PlatformConfig,
  folder: string,
  { replace = false, log = () => undefined }: RestoreOptions = {},
): Promise<BackupManifest> {
  const manifest = await verifyBackup(folder);
  assertKnownSchema(manifest);
  const target = sourceOf(config);
  if (target.type !== manifest.database.type) throw otherDatabase(target, manifest);
  const { dump } = manifest.database;
  if (target.type !== 'sqlite') {
    if (dump === undefined) await assertRestored(target, manifest);
    else await assertLoadable(target);
  }
  const held = await holdDataDirectory(resolve(config.platform['data-dir']));
  try {
    const areas = [...copiedAreas(config), ...objectAreas(config)];
    const named = { folder: NAMED_FOLDER, directory: resolve(config.platform['data-dir']) };
    const namedPaths = manifest.files.flatMap(({ path }) => placeIn([named], path) ?? []);
    await makeRoom(target, [...areas.map(({ directory }) => directory), ...namedPaths], replace, log);
    for (const { path } of manifest.files) {
      const file = placeIn([...areas, named], path);
      if (file === undefined) continue;
      await copyInto(join(folder, path), file, areaOf(areas, path)?.mode);
      if (path === SECRET_KEY_FILE) await chmod(file, OWNER_ONLY);
    }
    if (target.type !== 'sqlite' && dump !== undefined) {
      await loadDump(target, folder, dump);
      log(`loaded the database ${target.name}`);
    }
    // The database comes last: a host that starts after an interruption must not find one.
    if (target.type === 'sqlite') await copyInto(join(folder, DATABASE_FILE), target.file);
    await withDatabase(target, async (database) => {
      await database.raw('delete from sys_session');
      // The hosts of the dump are not those of this platform, and its backup has ended.
      for (const table of ['sys_node', 'sys_backup'])
        if (await database.hasTable(table)) await database.raw(`delete from ${table}`);
      const paths = manifest.files.map(({ path }) => path);
      const { moved, removed } = await settleObjects(database, areas, paths);
      if (moved + removed > 0) log(`objects: ${moved} moved, ${removed} removed that no row names`);
    });
    log('all sessions ended');
    return manifest;
  } finally {
    held.release();
  }
}

/** @throws FOLDER_NOT_EMPTY unless existing content may be moved aside */
async function makeRoom(
  target: DatabaseConfig,
  places: readonly string[],
  replace: boolean,
  log: (line: string) => void,
): Promise<void> {
  const suffix = `.before-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  const databases = target.type === 'sqlite' ? ['', '-wal', '-shm'].map((end) => `${target.file}${end}`) : [];
  const occupied: string[] = [];
  for (const path of [...places, ...databases]) if (await isOccupied(path)) occupied.push(path);
  const [first] = occupied;
  if (first !== undefined && !replace) {
    throw folderNotEmpty(first, 'Name an empty data directory, or pass --replace to move the content aside.');
  }
  for (const path of occupied) {
    await rename(path, `${path}${suffix}`);
    log(`moved ${path} to ${path}${suffix}`);
  }
  if (target.type === 'sqlite') await mkdir(dirname(target.file), { recursive: true });
}

/** Whether a path is a file, or a directory with content. */
async function isOccupied(path: string): Promise<boolean> {
  try {
    return (await readdir(path)).length > 0;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOTDIR';
  }
}

function assertKnownSchema({ database, platformVersion }: BackupManifest): void {
  if (database.schema === '' || hostMigrations.some(({ name }) => name === database.schema)) return;
  throw new PlatformError({
    code: 'DATABASE_NEWER',
    message: `The backup was taken by platform ${platformVersion}, whose schema ${database.schema} is unknown here.`,
    fix: 'Restore it with that version of the platform, or a later one.',
  });
}

const otherDatabase = (target: DatabaseConfig, { database }: BackupManifest): PlatformError =>
  new PlatformError({
    code: 'RESTORE_DATABASE_DIFFERS',
    message: `The backup is of a platform on ${database.type}, but database.type is ${target.type}.`,
    fix: `Set database.type to ${database.type}.`,
  });

/** A dump must not be mixed with tables that are there. */
async function assertLoadable(target: Exclude<DatabaseConfig, { readonly type: 'sqlite' }>): Promise<void> {
  await toolToLoad(target.type);
  const schema = target.type === 'postgres' ? 'current_schema()' : 'database()';
  const tables = await withDatabase(target, async (database) => {
    const { rows } = await database.raw<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = ${schema}`,
    );
    return rows.length;
  });
  if (tables === 0) return;
  throw new PlatformError({
    code: 'RESTORE_DATABASE_NOT_EMPTY',
    message: `The database ${describeDatabase(target)} is not empty (${tables} tables), and this backup restores a whole database.`,
    fix: 'Create an empty database, and name it in database.name.',
  });
}

async function assertRestored(target: DatabaseConfig, { database }: BackupManifest): Promise<void> {
  const schema = await withDatabase(target, lastMigration);
  if (schema === database.schema) return;
  throw new PlatformError({
    code: 'RESTORE_DATABASE_FIRST',
    message: `The database has the schema ${schema || 'of no platform'}, but the backup ${database.schema}.`,
    fix: "Restore the dump that belongs to this backup with the database's own tool first.",
  });
}
