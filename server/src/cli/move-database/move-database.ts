import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  compareSchema,
  databaseConfigOf,
  describeDatabase,
  holdDataDirectory,
  hostMigrations,
  migrateHost,
  type DatabaseConfig,
  type SqlDatabase,
} from '../../data/index.ts';
import {
  deploymentFolders,
  PlatformError,
  silentLogger,
  systemClock,
  type PlatformConfig,
} from '../../kernel/index.ts';
import { withDatabase } from '../backup/open-source.ts';
import { createApplicationTables } from './application-tables.ts';
import { copyRows, type MovedRows } from './copy-rows.ts';
import { movedTables } from './moved-tables.ts';

export interface MoveOptions {
  /** The embedded database; default: `database.file` of the configuration. */
  readonly from?: string | undefined;
  /** Tables, or `table.column`, of the source that stay behind. */
  readonly leaveOut?: readonly string[];
  readonly log?: (line: string) => void;
}

export interface MovedDatabase extends MovedRows {
  readonly from: string;
  readonly to: string;
}

/**
 * Copies all rows of an embedded database to the server of the configuration, whose database must
 * be empty. Tables are made there by the migrations of the host and of its applications. The
 * embedded database is only read. No host may use the data directory. (design 11.6)
 *
 * It may be repeated after a failure: rows are written in one transaction, after all else.
 *
 * @throws MOVE_TARGET_EMBEDDED, MOVE_SOURCE_MISSING, MOVE_TARGET_NOT_EMPTY, MOVE_SCRIPTS_MISSING,
 *   MOVE_TABLES_UNKNOWN, MOVE_ROWS_REFUSED, DATABASE_NOT_MIGRATED, DATABASE_NEWER,
 *   DATA_DIRECTORY_IN_USE, DATABASE_*
 */
export async function moveDatabase(
  config: PlatformConfig,
  { from, leaveOut = [], log = () => undefined }: MoveOptions = {},
): Promise<MovedDatabase> {
  const to = databaseConfigOf(config);
  if (to.type === 'sqlite') throw targetEmbedded();
  const dataDir = resolve(config.platform['data-dir']);
  const file = from === undefined ? resolve(dataDir, config.database.file) : resolve(from);
  if (!existsSync(file)) throw sourceMissing(file);
  const held = await holdDataDirectory(dataDir);
  try {
    return await withDatabase({ type: 'sqlite', file }, (source) =>
      withDatabase(to, async (target) => {
        await assertMigrated(source, file);
        await assertEmpty(target, to);
        await migrateHost(target, hostMigrations, systemClock, silentLogger);
        const { pluginDir } = deploymentFolders(config);
        await createApplicationTables(source, target, pluginDir, log);
        const tables = await movedTables(source, target, new Set(leaveOut.map((name) => name.toLowerCase())));
        const moved = await copyRows(source, target, tables, log);
        return { from: file, to: describeDatabase(to), ...moved };
      }),
    );
  } finally {
    held.release();
  }
}

async function assertMigrated(source: SqlDatabase, file: string): Promise<void> {
  const { pending, refusal } = await compareSchema(source, hostMigrations);
  if (refusal) throw refusal;
  if (pending.length === 0) return;
  throw new PlatformError({
    code: 'DATABASE_NOT_MIGRATED',
    message: `${file} has the tables of another version of the platform, or of none.`,
    fix: 'Start the host of this version on it once, stop it, and repeat the command.',
  });
}

/** Tables that an earlier attempt has made are no obstacle; a user is. */
async function assertEmpty(target: SqlDatabase, to: DatabaseConfig): Promise<void> {
  const tables = [...(await target.tableColumns()).keys()];
  if (tables.length === 0) return;
  if (tables.includes('sys_migration') && tables.includes('sys_user')) {
    const { rows } = await target.raw('select user_id from sys_user limit 1');
    if (rows.length === 0) return;
  }
  throw new PlatformError({
    code: 'MOVE_TARGET_NOT_EMPTY',
    message: `The database ${describeDatabase(to)} is in use (${tables.length} tables). Nothing was changed.`,
    fix: 'Create an empty database, and name it in database.name.',
  });
}

const targetEmbedded = (): PlatformError =>
  new PlatformError({
    code: 'MOVE_TARGET_EMBEDDED',
    message: 'The configuration names no server to move to: database.type is sqlite.',
    fix: 'Set database.type, database.host, database.name, database.user and database.password of the server.',
  });

const sourceMissing = (file: string): PlatformError =>
  new PlatformError({
    code: 'MOVE_SOURCE_MISSING',
    message: `There is no embedded database ${file}.`,
    fix: 'Name its file with --from=<file>, or set platform.data-dir to its directory.',
  });
