import type { ScratchDatabase } from './scratch-database.ts';

/** In memory; undefined where this Node has no SQLite. */
export function openSqlite(): ScratchDatabase | undefined {
  const sqlite = process.getBuiltinModule?.('node:sqlite');
  if (sqlite === undefined) return undefined;
  const database = new sqlite.DatabaseSync(':memory:');
  return {
    kind: 'sqlite',
    title: 'SQLite',
    run: async (script) => database.exec(script),
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
