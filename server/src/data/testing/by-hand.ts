import { DatabaseSync } from 'node:sqlite';
import mysql from 'mysql2/promise';
import pg from 'pg';
import type { DatabaseConfig } from '../dialects/config.ts';

type Row = Record<string, unknown>;

/** Handwritten SQL against the bare driver; rows are as the driver returns them. */
export interface ByHand {
  select(sql: string, values: readonly (string | number)[]): Promise<Row[]>;
  change(sql: string, values: readonly (string | number)[]): Promise<number>;
  close(): Promise<void>;
}

/** Uses the driver as documented; statements of SQLite are prepared once. */
export function byHand(config: DatabaseConfig): ByHand {
  if (config.type === 'sqlite') return onSqlite(config.file);
  const { host, port, name: database, user, password } = config;
  if (config.type === 'mysql') {
    const pool = mysql.createPool({ host, port, database, user, password, dateStrings: true, timezone: 'Z' });
    return {
      select: async (sql, values) => (await pool.query<mysql.RowDataPacket[]>(sql, [...values]))[0],
      change: async (sql, values) =>
        (await pool.query<mysql.ResultSetHeader>(sql, [...values]))[0].affectedRows,
      close: () => pool.end(),
    };
  }
  const pool = new pg.Pool({ host, port, database, user, password, options: '-c TimeZone=UTC' });
  // An idle connection may end with its database.
  pool.on('error', () => undefined);
  const numbered = (sql: string): string => {
    let count = 0;
    return sql.replaceAll('?', () => `$${++count}`);
  };
  return {
    select: async (sql, values) => (await pool.query<Row>(numbered(sql), [...values])).rows,
    change: async (sql, values) => (await pool.query(numbered(sql), [...values])).rowCount ?? 0,
    close: () => pool.end(),
  };
}

function onSqlite(file: string): ByHand {
  const database = new DatabaseSync(file);
  for (const pragma of ['journal_mode = wal', 'synchronous = normal', 'busy_timeout = 5000'])
    database.exec(`pragma ${pragma}`);
  const statements = new Map<string, ReturnType<DatabaseSync['prepare']>>();
  const prepared = (sql: string): ReturnType<DatabaseSync['prepare']> => {
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  return {
    select: async (sql, values) => prepared(sql).all(...values),
    change: async (sql, values) => Number(prepared(sql).run(...values).changes),
    close: async () => database.close(),
  };
}
