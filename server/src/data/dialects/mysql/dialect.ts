import { CompiledQuery, MysqlDialect, type Dialect } from 'kysely';
import mysql from 'mysql2';
import type { ServerConfig } from '../config.ts';
import { formatStatement } from './formatting.ts';
import { castValue } from './type-cast.ts';

const CONNECT_TIMEOUT_MS = 10_000;

/** Kysely on MySQL 8 and MariaDB. */
export function mysqlDialect(config: ServerConfig): Dialect {
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
  return new MysqlDialect({
    pool,
    onCreateConnection: async (connection) => {
      await connection.executeQuery(CompiledQuery.raw("set time_zone = '+00:00'"));
    },
  });
}
