import type { Logger } from '../../kernel/index.ts';
import type { DatabaseConfig } from './config.ts';
import type { OpenedDialect } from './opened-dialect.ts';
import { mysqlDialect } from './mysql/dialect.ts';
import { postgresDialect } from './postgres/dialect.ts';
import { sqliteDialect } from './sqlite/dialect.ts';

/** @param assertMayWait throws when the calling flow holds SQLite's only writer */
export function dialectFor(config: DatabaseConfig, logger: Logger, assertMayWait: () => void): OpenedDialect {
  if (config.type === 'sqlite') return sqliteDialect(config.file, assertMayWait);
  return config.type === 'mysql' ? mysqlDialect(config, logger) : postgresDialect(config, logger);
}
