/** An embedded database: a file, created when missing, or `:memory:`. */
export interface SqliteConfig {
  readonly type: 'sqlite';
  /** Absolute path, or `:memory:`. */
  readonly file: string;
}

/** A server with an existing database, which may be empty. */
export interface ServerConfig {
  readonly type: 'mysql' | 'postgres';
  readonly host: string;
  readonly port: number;
  readonly name: string;
  readonly user: string;
  readonly password: string;
  readonly poolSize: number;
}

export type DatabaseConfig = SqliteConfig | ServerConfig;

const usualPorts = { mysql: 3306, postgres: 5432 } as const;

/** Port of a server; 0 means the default of its type. */
export function portOf(type: ServerConfig['type'], port: number): number {
  return port === 0 ? usualPorts[type] : port;
}

/** Describes the database without secrets. */
export function describeDatabase(config: DatabaseConfig): string {
  return config.type === 'sqlite'
    ? `SQLite ${config.file}`
    : `${config.type === 'mysql' ? 'MySQL' : 'PostgreSQL'} ${config.host}:${config.port}/${config.name}`;
}
