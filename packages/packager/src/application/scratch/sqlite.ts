import { columnsAddedIfMissing } from '@platform/package-format';
import type { ScratchDatabase } from './scratch-database.ts';

/** In memory; undefined where this Node has no SQLite. */
export function openSqlite(): ScratchDatabase | undefined {
  const sqlite = process.getBuiltinModule?.('node:sqlite');
  if (sqlite === undefined) return undefined;
  const database = new sqlite.DatabaseSync(':memory:');
  return {
    kind: 'sqlite',
    title: 'SQLite',
    run: async (script) => {
      let at = 0;
      for (const { table, column, plain, start, end } of columnsAddedIfMissing(script)) {
        database.exec(script.slice(at, start));
        const known = database.prepare('SELECT 1 FROM pragma_table_info(?) WHERE lower(name) = lower(?)');
        // As the host does: SQLite has no such clause.
        if (known.get(table, column) === undefined) database.exec(plain);
        at = end;
      }
      database.exec(script.slice(at));
    },
    query: async (sql) => database.prepare(sql).all(),
    prepare: async (sql) => void database.prepare(sql),
    tables: async () =>
      database
        .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`)
        .all()
        .map(({ name }) => String(name)),
    rows: async (table) => {
      const select = database.prepare(`SELECT * FROM "${table.replaceAll('"', '""')}"`);
      select.setReadBigInts(true);
      return select.all();
    },
    close: async () => database.close(),
  };
}
