import { dirname } from 'node:path';
import { onConnection, type Query, type ServerDialect } from './connections.ts';
import { placeMigratedDatabase } from './migrated-file.ts';
import { openHostDatabase } from './open.ts';
import { creators, type TestDatabase } from './servers.ts';
import type { Dialect } from '../database.ts';

/** `empty`, or with the host's tables as the migrations leave them. */
export type Schema = 'empty' | 'host';

/** A database on a server that is used again, and what it is to hold each time. */
interface Kept {
  readonly database: TestDatabase;
  readonly held: Inventory;
  readonly rows: readonly FirstRows[];
}

interface Inventory {
  /** Whether each has rows, by its name. */
  readonly tables: ReadonlyMap<string, boolean>;
  /** Names of triggers, functions and views. */
  readonly others: string;
}

/** Rows that the migrations leave in a table: values of its first column, quoted. */
interface FirstRows {
  readonly table: string;
  readonly column: string;
  readonly values: readonly string[];
  /** All of them, as text. */
  readonly text: string;
}

const idle: Record<string, Kept[]> = {};

/**
 * A database for a test. Those on servers are used again by later tests of the process, because
 * making one with its tables takes seconds. The run drops them at its end.
 *
 * @throws where no server answers
 */
export async function testDatabase(dialect: Dialect, schema: Schema): Promise<TestDatabase> {
  if (dialect === 'sqlite') {
    const made = await creators.sqlite();
    if (schema === 'host' && made.config.type === 'sqlite')
      await placeMigratedDatabase(dirname(made.config.file));
    return made;
  }
  const others = (idle[`${dialect} ${schema}`] ??= []);
  const kept = others.pop() ?? (await make(dialect, schema));
  return {
    ...kept.database,
    // A database that cannot be reset, such as one with a leftover trigger, is not reused.
    drop: () =>
      restore(dialect, kept).then(
        () => void others.push(kept),
        () => kept.database.drop(),
      ),
  };
}

async function make(dialect: ServerDialect, schema: Schema): Promise<Kept> {
  const database = await creators[dialect]();
  if (schema === 'host') await (await openHostDatabase(database.config)).close();
  return onConnection(dialect, nameOf(database), async (query) => {
    const held = await inventory(dialect, query);
    const rows: FirstRows[] = [];
    for (const [table, hasRows] of held.tables)
      if (hasRows) rows.push(await firstRows(dialect, query, table));
    return { database, held, rows };
  });
}

async function firstRows(dialect: ServerDialect, query: Query, table: string): Promise<FirstRows> {
  const found = await query(`select * from ${quoteOf(dialect)}${table}${quoteOf(dialect)}`);
  const [column = ''] = Object.keys(found[0] ?? {});
  const values = found.map((row) => `'${String(row[column])}'`);
  return { table, column, values, text: JSON.stringify(found) };
}

async function restore(dialect: ServerDialect, { database, held, rows }: Kept): Promise<void> {
  await onConnection(dialect, nameOf(database), async (query) => {
    const [begin, end] = transaction[dialect];
    await query(begin);
    const { tables, others } = await inventory(dialect, query);
    if (others !== held.others) throw new Error('The test left a trigger, a function or a view.');
    if ([...held.tables.keys()].some((name) => !tables.has(name))) throw new Error('A table is missing.');
    const added = [...tables.keys()].filter((name) => !held.tables.has(name));
    const filled = [...tables].filter(([name, hasRows]) => hasRows && held.tables.get(name) === false);
    const quote = quoteOf(dialect);
    const statements = [
      ...rows.map(
        ({ column, table, values }) =>
          `delete from ${quote}${table}${quote} where ${quote}${column}${quote} not in (${values.join()})`,
      ),
      ...filled.map(([name]) => `delete from ${quote}${name}${quote}`),
      ...added.map((name) => `drop table ${quote}${name}${quote}${dialect === 'postgres' ? ' cascade' : ''}`),
    ];
    if (statements.length > 0) await query(statements.join(';'));
    for (const { table, text } of rows)
      if ((await firstRows(dialect, query, table)).text !== text)
        throw new Error(`The test changed a row of ${table} that migrations left.`);
    await query(end);
  });
}

/** Remaining connections must not delay a test. */
const transaction = {
  mysql: ['set lock_wait_timeout = 2, innodb_lock_wait_timeout = 2, foreign_key_checks = 0; begin', 'commit'],
  postgres: ["begin; set local lock_timeout = '2s'", 'commit'],
} as const;

const LISTS = {
  mysql: {
    tables: `select table_name as name from information_schema.tables
      where table_schema = database() and table_type = 'BASE TABLE'`,
    others: `select trigger_name as name from information_schema.triggers where trigger_schema = database()
      union select routine_name from information_schema.routines where routine_schema = database()
      union select table_name from information_schema.views where table_schema = database() order by name`,
  },
  postgres: {
    tables: `select tablename as name from pg_tables where schemaname = 'public'`,
    others: `select tgname::text as name from pg_trigger where not tgisinternal
      union select proname::text from pg_proc where pronamespace = 'public'::regnamespace
      union select viewname::text from pg_views where schemaname = 'public' order by name`,
  },
} as const;

async function inventory(dialect: ServerDialect, query: Query): Promise<Inventory> {
  const names = async (sql: string): Promise<string[]> => (await query(sql)).map(({ name }) => String(name));
  const tables = await names(LISTS[dialect].tables);
  const quote = quoteOf(dialect);
  const filled = tables.map(
    (name) => `select '${name}' as name where exists (select 1 from ${quote}${name}${quote})`,
  );
  const withRows = tables.length === 0 ? [] : await names(filled.join(' union all '));
  return {
    tables: new Map(tables.map((name) => [name, withRows.includes(name)])),
    others: (await names(LISTS[dialect].others)).join(' '),
  };
}

const quoteOf = (dialect: ServerDialect): string => (dialect === 'mysql' ? '`' : '"');

const nameOf = ({ config }: TestDatabase): string | undefined =>
  config.type === 'sqlite' ? undefined : config.name;
