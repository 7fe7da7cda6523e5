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
  /** Maximum wait for a server that does not answer, in milliseconds. */
  readonly waitMs: number;
}

/**
 * Opens a database and waits until it answers. A missing file and its directory are created.
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

/** The file contains password hashes and sessions. SQLite gives its log the same mode. */
async function makePrivate(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await (await open(file, 'a', PRIVATE)).close();
  for (const each of [file, `${file}-wal`, `${file}-shm`]) await chmod(each, PRIVATE).catch(() => undefined);
}

/**
 * Returns the configured database.
 *
 * @throws DATABASE_ADDRESS_MISSING for a server without an address (spec: Errors)
 */
export function databaseConfigOf(config: PlatformConfig): DatabaseConfig {
  const { type, file, host, port, name, user, password } = config.database;
  if (type === 'sqlite') {
    return { type, file: file === ':memory:' ? file : resolve(config.platform['data-dir'], file) };
  }
  if (host.trim() === '') {
    throw new PlatformError({
      code: 'DATABASE_ADDRESS_MISSING',
      message: `The database has no address: database.type is ${type}, but database.host is empty.`,
      fix: 'Set database.host (DATABASE_HOST), or omit database.type to use the embedded database.',
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
