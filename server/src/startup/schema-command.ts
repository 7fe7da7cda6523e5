import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  databaseConfigOf,
  holdDataDirectory,
  hostMigrations,
  migrateHost,
  openDatabase,
  pendingMigrations,
  type SqlDatabase,
} from '../data/index.ts';
import { PlatformError, silentLogger, systemClock, type PlatformConfig } from '../kernel/index.ts';
import { explainFailure } from './explain-failure.ts';
import { loadProcessConfig } from './process-config.ts';

const commands = ['--migrate-only', '--await-migrations'] as const;

/** `--migrate-only` brings the schema up to date, `--await-migrations` waits until it is. */
export type SchemaCommand = (typeof commands)[number];

/** How long a Job has, its image to be fetched included, in milliseconds. */
const AWAIT_MS = 600_000;
const PAUSE_MS = 1_000;

/** Action of one of these commands instead of a start; undefined without such an argument. */
export const schemaCommandOf = (args: readonly string[]): SchemaCommand | undefined =>
  commands.find((command) => args.includes(command));

export interface SchemaOptions {
  readonly say: (line: string) => void;
  /** How long `--await-migrations` waits, in milliseconds. */
  readonly awaitMs?: number;
}

/**
 * Migrates the platform's own tables, or waits for another process to do it, and serves nothing:
 * for a Job that runs before the hosts. (design 11.1)
 *
 * @throws DATABASE_*, DATABASE_NEWER, MIGRATION_FAILED, SCHEMA_NOT_MIGRATED, DATA_DIRECTORY_*
 */
export async function runSchemaCommand(
  command: SchemaCommand,
  config: PlatformConfig,
  { say, awaitMs = AWAIT_MS }: SchemaOptions,
): Promise<void> {
  // A server's migrations have a lock of their own; an embedded database belongs to one process.
  const embedded = config.database.type === 'sqlite' && command === '--migrate-only';
  const directory = embedded ? await holdDataDirectory(resolve(config.platform['data-dir'])) : undefined;
  try {
    const waitMs = config.database['start-wait-ms'];
    const database = await openDatabase(databaseConfigOf(config), {
      logger: silentLogger,
      clock: systemClock,
      waitMs,
    });
    try {
      if (command === '--migrate-only') await migrate(database, say);
      else await awaitMigrations(database, say, awaitMs);
    } finally {
      await database.close();
    }
  } finally {
    directory?.release();
  }
}

async function migrate(database: SqlDatabase, say: SchemaOptions['say']): Promise<void> {
  const ran = await migrateHost(database, hostMigrations, systemClock, silentLogger);
  for (const name of ran) say(`migrated: ${name}`);
  say(`schema: ${hostMigrations.at(-1)?.name ?? ''}, ${ran.length} migrations ran`);
}

async function awaitMigrations(
  database: SqlDatabase,
  say: SchemaOptions['say'],
  awaitMs: number,
): Promise<void> {
  const until = performance.now() + awaitMs;
  let last = -1;
  for (;;) {
    await database.refreshTenantTables();
    const { length } = await pendingMigrations(database, hostMigrations);
    if (length === 0) return say(`schema: ${hostMigrations.at(-1)?.name ?? ''}`);
    if (length !== last) say(`schema: waiting for ${length} migrations`);
    if (performance.now() >= until) throw missing(length, awaitMs);
    last = length;
    await sleep(PAUSE_MS);
  }
}

const missing = (count: number, awaitMs: number): PlatformError =>
  new PlatformError({
    code: 'SCHEMA_NOT_MIGRATED',
    message: `The schema lacks ${count} migrations of this version, and no other process ran them within ${Math.round(awaitMs / 1000)} s.`,
    fix: 'Run the Job platform-migrate, or this program with --migrate-only, and read what it says.',
  });

/**
 * Runs the command of this process's arguments; a failure ends it with 1.
 *
 * @param serverFolder holds the `application.yml` that ships with the server
 */
export async function runSchemaProcess(serverFolder: string): Promise<void> {
  const command = schemaCommandOf(process.argv);
  if (!command) return;
  try {
    const say = (line: string): void => void process.stdout.write(`${line}\n`);
    await runSchemaCommand(command, loadProcessConfig(serverFolder).config, { say });
  } catch (error) {
    process.stderr.write(`${explainFailure(error)}\n`);
    process.exitCode = 1;
  }
}
