import mysql from 'mysql2/promise';
import pg from 'pg';
import type { ServerConfig } from '../dialects/config.ts';

/** Ends connections to a database from outside, like an operator, a restart or a network. */
export interface Cutter {
  /** @returns number of ended connections */
  cut(): Promise<number>;
  close(): Promise<void>;
}

/** @param config a user with the right to end connections of others */
export function cutterOf(config: ServerConfig): Promise<Cutter> {
  return config.type === 'mysql' ? ofMysql(config) : ofPostgres(config);
}

async function ofPostgres({ host, port, user, password, name }: ServerConfig): Promise<Cutter> {
  const client = new pg.Client({ host, port, user, password, database: 'postgres' });
  client.on('error', () => undefined);
  await client.connect();
  return {
    cut: async () => {
      const { rowCount } = await client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
        [name],
      );
      return rowCount ?? 0;
    },
    close: () => client.end(),
  };
}

async function ofMysql({ host, port, user, password, name }: ServerConfig): Promise<Cutter> {
  const connection = await mysql.createConnection({ host, port, user, password });
  return {
    cut: async () => {
      const [rows] = await connection.query<mysql.RowDataPacket[]>(
        'select id from information_schema.processlist where db = ?',
        [name],
      );
      // It may have ended by itself.
      for (const row of rows) await connection.query(`kill ${Number(row['id'])}`).catch(() => undefined);
      return rows.length;
    },
    close: () => connection.end(),
  };
}
