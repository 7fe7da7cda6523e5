import { MysqlDialect } from 'kysely';
import mysql from 'mysql2';
import type { Logger } from '../../../kernel/index.ts';
import type { ServerConfig } from '../config.ts';
import { namingDialect } from '../naming-driver.ts';
import type { OpenedDialect, PoolUsage } from '../opened-dialect.ts';
import { formatStatement } from './formatting.ts';
import { castValue } from './type-cast.ts';

const CONNECT_TIMEOUT_MS = 10_000;

/** Kysely on MySQL 8 and MariaDB. */
export function mysqlDialect(config: ServerConfig, logger: Logger): OpenedDialect {
  const pool = mysql.createPool({
    host: config.host,
    port: config.port,
    database: config.name,
    user: config.user,
    password: config.password,
    connectionLimit: config.poolSize,
    connectTimeout: CONNECT_TIMEOUT_MS,
    charset: 'utf8mb4',
    timezone: 'Z',
    supportBigNumbers: true,
    dateStrings: true,
    typeCast: castValue,
    queryFormat: formatStatement,
  });
  pool.on('connection', (connection) => {
    // The pool handles the first error only; a second one would end the process.
    connection.on('error', (error) => logger.warn('A database connection was lost', { error }));
    // First in the queue of the connection: one that fails here never serves in another time zone.
    connection.query("set time_zone = '+00:00'", (error) => {
      if (error) connection.destroy();
    });
  });
  return {
    dialect: namingDialect(new MysqlDialect({ pool }), config),
    poolUsage: () => usageOf(pool as unknown as OwnFields, config.poolSize),
  };
}

/** mysql2 shows the use of its pool in these fields only. */
interface OwnFields {
  readonly _allConnections?: { readonly length: number };
  readonly _freeConnections?: { readonly length: number };
  readonly _connectionQueue?: { readonly length: number };
}

function usageOf(pool: OwnFields, max: number): PoolUsage {
  const idle = pool._freeConnections?.length ?? 0;
  const all = pool._allConnections?.length ?? 0;
  return { active: all - idle, idle, pending: pool._connectionQueue?.length ?? 0, max };
}
