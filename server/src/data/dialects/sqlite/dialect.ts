import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, type Dialect } from 'kysely';
import type { DirectExecutor, OpenedDialect } from '../opened-dialect.ts';
import { SqliteDriver } from './driver.ts';
import { isDataStatement, isReading } from './verbs.ts';

/** The driver queues writers itself, so that readers need not wait. */
class ConcurrentSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** Kysely on `node:sqlite`, and direct execution: Kysely takes longer than SQLite for a row. */
export function sqliteDialect(file: string, assertMayWait: () => void): OpenedDialect {
  const driver = new SqliteDriver(file, assertMayWait);
  const dialect: Dialect = {
    createAdapter: () => new ConcurrentSqliteAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
  const execute: DirectExecutor = (sql, parameters, writing) => {
    if (!isDataStatement(sql)) return undefined;
    return writing
      ? driver.executeWriting(sql, parameters)
      : driver.executeAlone(sql, parameters, isReading(sql));
  };
  return { dialect, execute };
}
