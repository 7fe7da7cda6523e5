import mysql from 'mysql2/promise';
import pg from 'pg';

const CONNECT_TIMEOUT_MS = 2_000;

/** Servers that tests use where they answer. */
export const servers = {
  mysql: { type: 'mysql', host: '127.0.0.1', port: 3306, user: 'root' },
  postgres: { type: 'postgres', host: '127.0.0.1', port: 5432, user: 'postgres' },
} as const;

export type ServerDialect = keyof typeof servers;

/** Runs one statement, or several with `;` between them and no rows. */
export type Query = (sql: string) => Promise<ReadonlyArray<Readonly<Record<string, unknown>>>>;

/**
 * Gives `work` a connection of its own.
 *
 * @param database default: none, or the server's own
 */
export async function onConnection<T>(
  dialect: ServerDialect,
  database: string | undefined,
  work: (query: Query) => Promise<T>,
): Promise<T> {
  const { host, port, user } = servers[dialect];
  if (dialect === 'mysql') {
    const connection = await mysql.createConnection({
      ...{ host, port, user, database },
      connectTimeout: CONNECT_TIMEOUT_MS,
      multipleStatements: true,
    });
    const query: Query = async (sql) => (await connection.query<mysql.RowDataPacket[]>(sql))[0];
    return work(query).finally(() => connection.end());
  }
  const client = new pg.Client({
    ...{ host, port, user, database: database ?? 'postgres' },
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  await client.connect();
  const query: Query = async (sql) => (await client.query<Record<string, unknown>>(sql)).rows;
  return work(query).finally(() => client.end());
}
