import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseConfig, ServerConfig } from '../dialects/config.ts';
import type { Dialect } from '../database.ts';
import { onConnection, servers, type ServerDialect } from './connections.ts';
import { runPrefix } from './run-prefix.ts';

/** Arguments of a {@link TestDatabase} as configuration keys. */
export const settingsOf = (args: readonly string[]): Record<string, string> =>
  Object.fromEntries(args.map((each) => each.replace('--', '').split('=') as [string, string]));

/** A database made for one test file. */
export interface TestDatabase {
  readonly name: Dialect;
  readonly config: DatabaseConfig;
  /** The configuration for `loadConfig`. */
  readonly args: readonly string[];
  /** Drops the database, which its user has closed. */
  drop(): Promise<void>;
}

type Create = () => Promise<TestDatabase>;

/** Make an empty database; they fail where no server answers on loopback. */
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
  mysql: () => onServer('mysql'),
  postgres: () => onServer('postgres'),
};

async function onServer(dialect: ServerDialect): Promise<TestDatabase> {
  const server = servers[dialect];
  const name = `${runPrefix()}${randomUUID().replaceAll('-', '').slice(0, 16)}`;
  const run = (statement: string): Promise<void> =>
    onConnection(dialect, undefined, async (query) => void (await query(statement)));
  await run(`create database ${name}`);
  const config: ServerConfig = { ...server, name, password: '', poolSize: 4 };
  const args = Object.entries({ ...server, name });
  return {
    name: dialect,
    config: { ...config, type: dialect },
    args: args.map(([key, value]) => `--database.${key}=${value}`),
    drop: () => run(`drop database if exists ${name}${dialect === 'postgres' ? ' with (force)' : ''}`),
  };
}
