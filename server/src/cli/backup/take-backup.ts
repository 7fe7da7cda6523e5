import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { PLATFORM_VERSION, PlatformError, type PlatformConfig } from '../../kernel/index.ts';
import { whileBackedUp, type DatabaseConfig } from '../../data/index.ts';
import {
  copiedAreas,
  DATABASE_FILE,
  isBelow,
  isKeptVersion,
  NAMED_FOLDER,
  namedFiles,
  objectAreas,
  SECRET_KEY_FILE,
  type BackupArea,
} from './areas.ts';
import { dumpDatabase } from './database-dump.ts';
import {
  bucketStorages,
  installedApplications,
  lastMigration,
  localLeftovers,
  localObjects,
} from './database-facts.ts';
import { failureOfBackup, folderNotEmpty } from './failures.ts';
import { copyInto, describeFile, filesBelow } from './file-tree.ts';
import { MANIFEST_FILE, type BackupManifest } from './manifest.ts';
import { ObjectCopies } from './object-copies.ts';
import { snapshot, sourceOf, withDatabase } from './open-source.ts';

/** Snapshots after which objects count as missing that keep being deleted. */
const MAX_ROUNDS = 5;
const OWNER_ONLY = 0o600;

export interface BackupOptions {
  /** Leaves out the platform's secret key. Without it a restored platform cannot read secrets. */
  readonly withoutKey?: boolean;
  readonly log?: (line: string) => void;
}

export interface TakenBackup {
  readonly manifest: BackupManifest;
  /** Storages whose objects are in buckets and not in the backup. */
  readonly buckets: readonly string[];
}

/**
 * Copies a platform into a folder, also while its host is running: first the database, then the
 * objects that it names, then placed applications and configuration. (design 11.6, 11.8-12)
 *
 * The folder appears complete or not at all, and only its owner can read it. A database server is
 * dumped by its own tool, where that is installed.
 *
 * @throws FOLDER_NOT_EMPTY, BACKUP_IN_MEMORY, BACKUP_INSIDE_DATA, DATABASE_*, DATABASE_TOOL_FAILED
 */
export async function takeBackup(
  config: PlatformConfig,
  target: string,
  { withoutKey = false, log = () => undefined }: BackupOptions = {},
): Promise<TakenBackup> {
  const folder = resolve(target);
  const [copiedWhole, ofObjects] = [copiedAreas(config), objectAreas(config)];
  assertOutside(folder, [...copiedWhole, ...ofObjects]);
  await assertEmpty(folder);
  const source = sourceOf(config);
  const partial = `${folder}.partial-${randomBytes(4).toString('hex')}`;
  try {
    await mkdir(partial, { recursive: true, mode: 0o700 });
    const state = await copyState(source, ofObjects, partial, log);
    for (const area of copiedWhole) await copyArea(area, partial, withoutKey, log);
    await copyNamed(config, partial, log);
    const paths = await filesBelow(partial);
    log(`${paths.length} files, checksums …`);
    const files = [];
    for (const path of paths) files.push(await describeFile(partial, path));
    const { buckets, ...facts } = state;
    const manifest: BackupManifest = {
      format: 1,
      createdAt: new Date().toISOString(),
      platformVersion: PLATFORM_VERSION,
      ...facts,
      secretKey: paths.includes(SECRET_KEY_FILE),
      files,
    };
    await writeFile(join(partial, MANIFEST_FILE), `${JSON.stringify(manifest, null, 1)}\n`, {
      mode: OWNER_ONLY,
    });
    await rmdir(folder).catch(() => undefined);
    await rename(partial, folder);
    return { manifest, buckets };
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw failureOfBackup(error, folder);
  }
}

type Log = (line: string) => void;

type State = Pick<BackupManifest, 'database' | 'applications' | 'missingObjects'> & { buckets: string[] };

/**
 * Copies the database and the objects that it names. An object deleted in between makes a new
 * snapshot necessary; one that every snapshot names is missing in the platform itself.
 */
async function copyState(
  source: DatabaseConfig,
  areas: readonly BackupArea[],
  partial: string,
  log: (line: string) => void,
): Promise<State> {
  const copy = join(partial, DATABASE_FILE);
  const objectCopies = new ObjectCopies(areas, partial);
  const { dump, absent: notDumped } =
    source.type === 'sqlite' ? { absent: [] } : await copyServer(source, objectCopies, log);
  let missing = new Set<string>();
  for (let round = 1; ; round += 1) {
    if (source.type === 'sqlite') {
      await mkdir(dirname(copy), { recursive: true, mode: 0o700 });
      await rm(copy, { force: true });
      snapshot(source.file, copy);
    }
    const view: DatabaseConfig = source.type === 'sqlite' ? { ...source, file: copy } : source;
    const { objects, ...facts } = await withDatabase(view, async (database) => ({
      objects: await localObjects(database),
      buckets: await bucketStorages(database),
      applications: await installedApplications(database),
      database: { type: source.type, schema: await lastMigration(database), ...(dump && { dump }) },
    }));
    log(`database, ${facts.applications.length} installations, ${objects.length} stored objects`);
    const absent = new Set(await objectCopies.copy(objects));
    if (absent.size === 0 || [...absent].every((path) => missing.has(path)) || round === MAX_ROUNDS) {
      // The dump may name an object that was deleted after it.
      if (dump === undefined) await objectCopies.keepOnly(new Set(objects));
      return { ...facts, missingObjects: [...new Set([...absent, ...notDumped])].sort() };
    }
    missing = absent;
  }
}

type ServerSource = Exclude<DatabaseConfig, { readonly type: 'sqlite' }>;

/** Objects that the dump of a server's database lacks. */
interface Dumped {
  readonly dump?: string;
  /** Objects that the dump names and that could not be copied. */
  readonly absent: readonly string[];
}

/**
 * Copies the objects that a server's database names, and then dumps it. PostgreSQL dumps the very
 * snapshot whose objects were copied. Elsewhere, hosts keep the content of what they remove until
 * everything that the dump names is copied.
 */
async function copyServer(source: ServerSource, objects: ObjectCopies, log: Log): Promise<Dumped> {
  await mkdir(join(objects.partial, 'database'), { recursive: true, mode: 0o700 });
  const dump = async (absent: readonly string[], snapshotId?: string): Promise<Dumped> => {
    const dumped = await dumpDatabase(source, objects.partial, snapshotId);
    if (!dumped) return { absent: [] };
    log(`dump of the database, by ${dumped.tool}`);
    return { dump: dumped.path, absent };
  };
  return withDatabase(source, async (database) => {
    if (source.type !== 'postgres') {
      await objects.copy(await localObjects(database));
      return whileBackedUp(database, async () => {
        const before = await localLeftovers(database);
        const dumped = await dump([]);
        // Objects added before the dump, and those removed after it.
        await objects.copy(await localObjects(database));
        const left = [...(await localLeftovers(database))].filter(([id]) => !before.has(id));
        await objects.copy(left.map(([, path]) => path));
        return dumped;
      });
    }
    let missing: readonly string[] = [];
    for (let round = 1; ; round += 1) {
      const dumped = await database.transaction(
        async () => {
          const { rows } = await database.raw<{ id: string }>('select pg_export_snapshot() as id');
          const absent = await objects.copy(await localObjects(database));
          const again = absent.some((path) => !missing.includes(path)) && round < MAX_ROUNDS;
          missing = absent;
          return again ? undefined : dump(absent, rows[0]?.id);
        },
        { isolation: 'repeatable read' },
      );
      if (dumped) return dumped;
    }
  });
}

async function copyArea(
  { folder, directory }: BackupArea,
  partial: string,
  withoutKey: boolean,
  log: (line: string) => void,
): Promise<void> {
  let count = 0;
  for (const path of await filesBelow(directory)) {
    if (withoutKey && `${folder}/${path}` === SECRET_KEY_FILE) continue;
    if (isKeptVersion(`${folder}/${path}`)) continue;
    if (await copyInto(join(directory, path), join(partial, folder, path))) count += 1;
  }
  log(`${folder}: ${count} files`);
}

async function copyNamed(config: PlatformConfig, partial: string, log: Log): Promise<void> {
  const { within, elsewhere } = namedFiles(config);
  const data = resolve(config.platform['data-dir']);
  for (const path of within)
    if (await copyInto(join(data, path), join(partial, NAMED_FOLDER, path))) log(`${path}: copied`);
  for (const file of elsewhere) log(`not included: ${file}, which lies outside of the data directory`);
}

async function assertEmpty(folder: string): Promise<void> {
  const entries = await readdir(folder).catch(() => []);
  if (entries.length > 0) throw folderNotEmpty(folder, 'Name a folder that does not exist yet.');
}

function assertOutside(folder: string, areas: readonly BackupArea[]): void {
  const around = areas.find(({ directory }) => folder === directory || isBelow(directory, folder));
  if (!around) return;
  throw new PlatformError({
    code: 'BACKUP_INSIDE_DATA',
    message: `${folder} is inside of ${around.directory}, which is backed up itself.`,
    fix: 'Name a folder outside of it.',
  });
}
