import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mysql from 'mysql2/promise';
import pg from 'pg';
import type { DatabaseConfig, ServerConfig } from '../dialects/config.ts';
import type { Dialect } from '../database.ts';

const CONNECT_TIMEOUT_MS = 2_000;

/** A database made for one test file. */
export interface TestDatabase {
  readonly name: Dialect;
  readonly config: DatabaseConfig;
  /** The same for `loadConfig`. */
  readonly args: readonly string[];
  /** Removes it. Whoever uses it has closed it before. */
  drop(): Promise<void>;
}

type Create = () => Promise<TestDatabase>;

const servers = {
  mysql: { type: 'mysql', host: '127.0.0.1', port: 3306, user: 'root', password: '', poolSize: 4 },
  postgres: { type: 'postgres', host: '127.0.0.1', port: 5432, user: 'postgres', password: '', poolSize: 4 },
} as const;

export const creators: Readonly<Record<Dialect, Create>> = {
  sqlite: async () => {
    const directory = await mkdtemp(join(tmpdir(), 'platform-data-'));
    const file = join(directory, 'platform.db');
    return {
      name: 'sqlite',
      config: { type: 'sqlite', file },
      args: ['--database.type=sqlite', `--database.file=${file}`],
      drop: () => rm(directory, { recursive: true, force: true }),
    };
  },
  mysql: () =>
    onServer(servers.mysql, async (statement) => {
      const { host, port, user } = servers.mysql;
      const connection = await mysql.createConnection({
        host,
        port,
        user,
        connectTimeout: CONNECT_TIMEOUT_MS,
      });
      await connection.query(statement).finally(() => connection.end());
    }),
  postgres: () =>
    onServer(servers.postgres, async (statement) => {
      const { host, port, user } = servers.postgres;
      const client = new pg.Client({
        host,
        port,
        user,
        database: 'postgres',
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      });
      await client.connect();
      await client.query(statement).finally(() => client.end());
    }),
};

async function onServer(
  server: Omit<ServerConfig, 'name'>,
  run: (statement: string) => Promise<void>,
): Promise<TestDatabase> {
  const name = `platform_test_${randomUUID().replaceAll('-', '').slice(0, 16)}`;
  await run(`create database ${name}`);
  const args = Object.entries({
    type: server.type,
    host: server.host,
    port: server.port,
    name,
    user: server.user,
  });
  return {
    name: server.type,
    config: { ...server, name },
    args: args.map(([key, value]) => `--database.${key}=${value}`),
    drop: () => run(`drop database if exists ${name}${server.type === 'postgres' ? ' with (force)' : ''}`),
  };
}
