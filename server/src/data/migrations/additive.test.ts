import {
  DummyDriver,
  Kysely,
  MysqlAdapter,
  MysqlQueryCompiler,
  PostgresAdapter,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DialectAdapter,
  type QueryCompiler,
} from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Dialect } from '../database.ts';
import type { HostSchema } from '../schema/index.ts';
import { addColumn } from './add-column.ts';
import type { Migration } from './migration.ts';
import { hostMigrations } from './versions/index.ts';

/**
 * Statements that an earlier host survives which runs beside the later one: it reads and writes
 * what it knows. A new column is nullable or has a default, since the earlier host fills none.
 */
const ADDS = [
  /^create table if not exists /,
  /^create (unique )?index (if not exists )?/,
  /^alter table \S+ add column \S+ (?!.*\bnot null\b(?!.*default)).*$/,
  /^alter table \S+ add column \S+ .*\bdefault\b.*$/,
  /^insert into sys_config /,
  /^update sys_config set config_value = \S+ where config_id = \S+$/,
  /^select /,
];

/** Accepted exceptions with reasons. All are older than hosts that run side by side. */
const EXCEPTIONS: Readonly<Record<string, readonly RegExp[]>> = {
  // The character set of tables that are made later; existing ones stay.
  '0001-applications': [/^alter database character set /],
  // Columns become wider; what was stored stays.
  '0013-sealed-secrets': [/^alter table \S+ (alter column|modify( column)?) \S+ .*varchar\(4000\)/],
};

const DIALECTS: Readonly<Record<Dialect, [DialectAdapter, QueryCompiler]>> = {
  sqlite: [new SqliteAdapter(), new SqliteQueryCompiler()],
  mysql: [new MysqlAdapter(), new MysqlQueryCompiler()],
  postgres: [new PostgresAdapter(), new PostgresQueryCompiler()],
};

/** The statements of a migration on an empty database, which is none. */
async function statementsOf(migration: Migration, dialect: Dialect): Promise<string[]> {
  const statements: string[] = [];
  const [adapter, compiler] = DIALECTS[dialect];
  const db = new Kysely<HostSchema>({
    dialect: {
      createAdapter: () => adapter,
      createDriver: () => new DummyDriver(),
      createIntrospector: (asked) => new SqliteIntrospector(asked),
      createQueryCompiler: () => compiler,
    },
    log: ({ query }) => void statements.push(query.sql.replaceAll(/["`]/g, '').toLowerCase()),
  });
  await migration.up({ db, dialect });
  return statements;
}

async function refusedIn(migration: Migration, dialect: Dialect): Promise<string[]> {
  const accepted = [...ADDS, ...(EXCEPTIONS[migration.name] ?? [])];
  const statements = await statementsOf(migration, dialect);
  return statements.filter((statement) => !accepted.some((form) => form.test(statement)));
}

describe.each(['sqlite', 'mysql', 'postgres'] as const)(
  'design 10.4: migrations of the host only add, on %s',
  (dialect) => {
    it('each of them', async () => {
      const refused = await Promise.all(hostMigrations.map((each) => refusedIn(each, dialect)));
      expect(refused.flat()).toEqual([]);
    });

    it('which is checked: others are found', async () => {
      const bad: Migration = {
        name: '9000-bad',
        up: async (context) => {
          const { schema } = context.db;
          await schema.dropTable('sys_user').execute();
          await schema.alterTable('sys_user').dropColumn('email').execute();
          await schema.alterTable('sys_user').renameTo('sys_person').execute();
          await schema.alterTable('sys_user').renameColumn('email', 'mail').execute();
          await addColumn(context, 'sys_user', 'email', (types) => types.timestamp);
          await context.db.deleteFrom('sys_menu').execute();
          await context.db.updateTable('sys_user').set({ nick_name: '' }).execute();
          await schema
            .alterTable('sys_user')
            .addColumn('x', 'integer', (column) => column.notNull())
            .execute();
        },
      };
      expect(await refusedIn(bad, dialect)).toHaveLength(7);
    });
  },
);
