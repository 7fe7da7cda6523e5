/** An embedded database: a file that is made when it is missing, or `:memory:`. */
export interface SqliteConfig {
  readonly type: 'sqlite';
  /** Absolute path, or `:memory:`. */
  readonly file: string;
}

/** A server with an existing, possibly empty database. */
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

/** The port of a server, 0 being the usual one of its type. */
export function portOf(type: ServerConfig['type'], port: number): number {
  return port === 0 ? usualPorts[type] : port;
}

/** The database in words, without secrets. */
export function describeDatabase(config: DatabaseConfig): string {
  return config.type === 'sqlite'
    ? `SQLite ${config.file}`
    : `${config.type === 'mysql' ? 'MySQL' : 'PostgreSQL'} ${config.host}:${config.port}/${config.name}`;
}
