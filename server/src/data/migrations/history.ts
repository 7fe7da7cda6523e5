import { sql } from 'kysely';
import type { Database } from '../database.ts';
import type { SqlDatabase } from '../sql-database.ts';
import { columnTypes } from './column-types.ts';

/** Executed migrations of the host, in the table `sys_migration`. */
export class MigrationHistory {
  readonly #database: SqlDatabase;

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  async create(): Promise<void> {
    const { timestamp, tableOptions } = columnTypes[this.#database.dialect];
    await sql`create table if not exists sys_migration (
      name varchar(128) not null primary key, executed_at ${timestamp} not null
    ) ${tableOptions ?? sql``}`.execute(this.#database.unfiltered);
  }

  async add(name: string, executedAt: string): Promise<void> {
    await sql`insert into sys_migration (name, executed_at) values (${name}, ${executedAt})`.execute(
      this.#database.unfiltered,
    );
  }
}

/** Names of executed migrations in order; empty for a new database. */
export async function executedMigrations(database: Pick<Database, 'hasTable' | 'raw'>): Promise<string[]> {
  if (!(await database.hasTable('sys_migration'))) return [];
  const { rows } = await database.raw<{ name: string }>('select name from sys_migration order by name');
  return rows.map((row) => row.name);
}
