import { PackagerError } from '../../errors.ts';
import { openMysql } from './mysql.ts';
import { openPostgres } from './postgres.ts';
import type { ScratchDatabase } from './scratch-database.ts';
import { openSqlite } from './sqlite.ts';

/** Addresses of database servers for migrations, besides SQLite. */
export interface Servers {
  readonly mysql?: string | undefined;
  readonly postgres?: string | undefined;
}

/** Where a developer's own servers are, which are tried where they answer. */
const NEARBY = {
  mysql: 'mysql://root@127.0.0.1:3306',
  postgres: 'postgres://postgres@127.0.0.1:5432/postgres',
} as const;

const TIMEOUT_MS = 2_000;

type Open = (url: string, timeoutMs: number) => Promise<ScratchDatabase>;

/**
 * Opens an empty database on SQLite, and on each server that answers (design 4.4).
 * @param servers addresses instead of those nearby; undefined: SQLite alone
 * @throws SERVER_UNREACHABLE where a server that was named does not answer
 */
export async function openScratchDatabases(servers: Servers | undefined): Promise<ScratchDatabase[]> {
  const openings =
    servers === undefined
      ? []
      : [
          openServer(openMysql, servers.mysql, NEARBY.mysql),
          openServer(openPostgres, servers.postgres, NEARBY.postgres),
        ];
  const outcomes = await Promise.allSettled([Promise.resolve(openSqlite()), ...openings]);
  const databases = outcomes.flatMap((outcome) =>
    outcome.status === 'fulfilled' && outcome.value ? [outcome.value] : [],
  );
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (!failed) return databases;
  await Promise.all(databases.map((database) => database.close()));
  throw failed.reason;
}

async function openServer(
  open: Open,
  named: string | undefined,
  nearby: string,
): Promise<ScratchDatabase | undefined> {
  try {
    return await open(named ?? nearby, TIMEOUT_MS);
  } catch (cause) {
    if (named === undefined) return undefined;
    // The address may hold a password.
    throw new PackagerError({
      code: 'SERVER_UNREACHABLE',
      message: `The database at ${new URL(named).host} cannot be used: ${(cause as Error).message}`,
      fix: 'Start it, correct the address, or omit the option.',
      cause,
    });
  }
}
