import { chmod, mkdir, open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { PlatformError, type Clock, type Logger, type PlatformConfig } from '../../kernel/index.ts';
import { portOf, type DatabaseConfig } from '../dialects/config.ts';
import { SqlDatabase } from '../sql-database.ts';
import { permanentFailure } from '../dialects/failures.ts';
import { waitForDatabase } from './wait.ts';

const PRIVATE = 0o600;

export interface OpenOptions {
  readonly logger: Logger;
  readonly clock: Clock;
  /** Longest wait for a server that does not answer yet, in milliseconds. */
  readonly waitMs: number;
}

/**
 * Opens a database that answers. A file, and the directory that it is in, are made when they are missing.
 *
 * @throws DATABASE_UNREACHABLE, DATABASE_LOGIN_REFUSED, DATABASE_MISSING, DATABASE_FILE_UNUSABLE
 */
export async function openDatabase(config: DatabaseConfig, options: OpenOptions): Promise<SqlDatabase> {
  if (config.type === 'sqlite' && config.file !== ':memory:') {
    await makePrivate(config.file).catch((error: unknown) => {
      throw permanentFailure(config, error) ?? error;
    });
  }
  const database = new SqlDatabase(config, options.logger, options.clock);
  try {
    await waitForDatabase(database, config, options.waitMs, options.logger);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Password hashes and sessions are in it; SQLite gives its log the same rights. */
async function makePrivate(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await (await open(file, 'a', PRIVATE)).close();
  for (const each of [file, `${file}-wal`, `${file}-shm`]) await chmod(each, PRIVATE).catch(() => undefined);
}

/**
 * The database that the configuration names.
 *
 * @throws DATABASE_ADDRESS_MISSING where a server is wanted and its address is empty, as where a form left it out (spec: Errors)
 */
export function databaseConfigOf(config: PlatformConfig): DatabaseConfig {
  const { type, file, host, port, name, user, password } = config.database;
  if (type === 'sqlite') {
    return { type, file: file === ':memory:' ? file : resolve(config.platform['data-dir'], file) };
  }
  if (host.trim() === '') {
    throw new PlatformError({
      code: 'DATABASE_ADDRESS_MISSING',
      message: `No database address exists: database.type is ${type}, and database.host is empty.`,
      fix: 'Fill in database.host (DATABASE_HOST), or leave database.type out for the embedded database.',
    });
  }
  return {
    type,
    host,
    port: portOf(type, port),
    name,
    user,
    password,
    poolSize: config.database['pool-size'],
  };
}
