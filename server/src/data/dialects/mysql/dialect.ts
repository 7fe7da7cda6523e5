import { MysqlDialect, type Dialect } from 'kysely';
import mysql from 'mysql2';
import type { Logger } from '../../../kernel/index.ts';
import type { ServerConfig } from '../config.ts';
import { namingDialect } from '../naming-driver.ts';
import { formatStatement } from './formatting.ts';
import { castValue } from './type-cast.ts';

const CONNECT_TIMEOUT_MS = 10_000;

/** Kysely on MySQL 8 and MariaDB. */
export function mysqlDialect(config: ServerConfig, logger: Logger): Dialect {
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
  return namingDialect(new MysqlDialect({ pool }), config);
}
