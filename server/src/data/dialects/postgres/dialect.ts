import { PostgresDialect, type Dialect } from 'kysely';
import pg from 'pg';
import type { Logger } from '../../../kernel/index.ts';
import type { ServerConfig } from '../config.ts';
import { PostgresClient } from './client.ts';
import { typeParsers } from './type-parsers.ts';

const CONNECT_TIMEOUT_MS = 10_000;

/** Kysely on PostgreSQL. */
export function postgresDialect(config: ServerConfig, logger: Logger): Dialect {
  const pool = new pg.Pool({
    host: config.host,
    port: config.port,
    database: config.name,
    user: config.user,
    password: config.password,
    max: config.poolSize,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'platform',
    options: '-c TimeZone=UTC',
    types: typeParsers,
    Client: PostgresClient,
  });
  pool.on('error', (error) => logger.warn('An idle database connection was lost', { error }));
  return new PostgresDialect({ pool: pool });
}
