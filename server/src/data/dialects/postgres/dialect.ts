import { PostgresDialect, type QueryResult } from 'kysely';
import pg from 'pg';
import type { Logger } from '../../../kernel/index.ts';
import type { ServerConfig } from '../config.ts';
import { namingLoss } from '../lost-connection.ts';
import { namingDialect } from '../naming-driver.ts';
import type { OpenedDialect } from '../opened-dialect.ts';
import { PostgresClient } from './client.ts';
import { typeParsers } from './type-parsers.ts';

const CONNECT_TIMEOUT_MS = 10_000;

/** Kysely on PostgreSQL, and direct execution: Kysely's record of each statement burdens the GC. */
export function postgresDialect(config: ServerConfig, logger: Logger): OpenedDialect {
  const pool = new pg.Pool({
    host: config.host,
    port: config.port,
    database: config.name,
    user: config.user,
    password: config.password,
    max: config.poolSize,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'platform',
    keepAlive: true,
    options: '-c TimeZone=UTC',
    types: typeParsers,
    Client: PostgresClient,
  });
  // A server that ends loses them all at once; a stack says nothing.
  pool.on('error', ({ message: reason }) => logger.warn('An idle database connection was lost', { reason }));
  return {
    dialect: namingDialect(new PostgresDialect({ pool }), config),
    poolUsage: () => ({
      active: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      // The pool queues every caller for a moment, also one that an idle connection serves at once.
      pending: Math.max(0, pool.waitingCount - pool.idleCount),
      max: config.poolSize,
    }),
    execute: (sql, parameters, writing) =>
      writing ? undefined : executeAlone(pool, config, sql, parameters),
  };
}

const changes: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

async function executeAlone(
  pool: pg.Pool,
  config: ServerConfig,
  sql: string,
  parameters: readonly unknown[],
): Promise<QueryResult<unknown>> {
  const client = await pool.connect().catch((error: unknown) => {
    throw namingLoss(config, 'connect', error);
  });
  try {
    const { rows, rowCount, command } = await client.query<Record<string, unknown>>(sql, [...parameters]);
    return changes.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };
  } catch (error) {
    throw namingLoss(config, 'statement', error);
  } finally {
    client.release();
  }
}
