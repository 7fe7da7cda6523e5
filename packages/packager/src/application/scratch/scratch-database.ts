/** Databases in names of scripts: `x.mysql.sql`. */
export type ScratchKind = 'sqlite' | 'mysql' | 'postgres';

/** An empty database that scripts are tried on; nothing of it stays. */
export interface ScratchDatabase {
  readonly kind: ScratchKind;
  /** For people: `SQLite`, `MySQL`, `PostgreSQL`. */
  readonly title: string;
  /** Runs a script of several statements; rejects with the database's own error. */
  run(script: string): Promise<void>;
  /** Rows of a statement without parameters. */
  query(sql: string): Promise<Array<Record<string, unknown>>>;
  /** Prepares a statement and runs nothing; rejects with the driver's own error. */
  prepare(sql: string): Promise<void>;
  /** Names of the tables. */
  tables(): Promise<string[]>;
  /** All rows of a table. */
  rows(table: string): Promise<unknown[]>;
  /** Takes the database away. */
  close(): Promise<void>;
}

/** Name of a database on a server, which nobody else has. */
export const scratchName = (): string => `platform_check_${process.pid}_${Date.now().toString(36)}`;
