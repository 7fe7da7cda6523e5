import {
  DummyDriver,
  Kysely,
  MysqlQueryCompiler,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Compilable,
  type QueryCompiler,
} from 'kysely';
import { expect, it } from 'vitest';
import { requestContext } from '../../kernel/index.ts';
import { TableCatalog } from '../catalog/table-catalog.ts';
import { PolicyPlugin } from '../policy/plugin.ts';

export type Row = Record<string, unknown>;
export type Db = Kysely<Record<string, Row>>;
/**
 * Builds a query of the tables `item` (all special columns), `note` (a tenant), `log` (a time) and
 * `kind`.
 */
export type Query = (db: Db) => Compilable;

const catalog = new TableCatalog('sqlite');
const columns: Record<string, readonly string[]> = {
  item: ['tenant_id', 'create_time', 'update_time', 'create_by', 'update_by'],
  note: ['tenant_id'],
  log: ['update_time'],
  kind: [],
};
const rows = Object.entries(columns).flatMap(([table_name, names]) =>
  [null, ...names].map((column_name) => ({ table_name, column_name })),
);
await catalog.refresh({ executeQuery: async () => ({ rows }) } as unknown as Db);

const NOW = '2026-01-01T00:00:00.000Z';
const compilers = {
  sqlite: SqliteQueryCompiler,
  mysql: MysqlQueryCompiler,
  postgres: PostgresQueryCompiler,
} satisfies Record<string, new () => QueryCompiler>;
type Dialect = keyof typeof compilers;

const dbFor = (dialect: Dialect): Db =>
  new Kysely({
    plugins: [new PolicyPlugin(catalog, { now: () => Date.parse(NOW) }, async () => undefined)],
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (database) => new SqliteIntrospector(database),
      createQueryCompiler: () => new compilers[dialect](),
    },
  });

export interface Caller {
  readonly tenantId?: string;
  readonly userId?: number;
  readonly ignoreTenant?: boolean;
}
/** A user of tenant a. */
export const ANN: Caller = { tenantId: 'a', userId: 7 };
/** Work for tenant a without a user. */
export const JOB: Caller = { tenantId: 'a' };
/** Work of the platform, for all tenants. */
export const HOST: Caller = { ignoreTenant: true };

/** Query as the policy compiles it, without a database: text and values as one line. */
export function compiled(query: Query, caller = JOB, dialect: Dialect = 'sqlite'): string {
  const { tenantId, userId, ignoreTenant = false } = caller;
  const user = userId === undefined ? undefined : ({ userId } as never);
  const { sql: text, parameters } = requestContext.run({ requestId: 'r', tenantId, user, ignoreTenant }, () =>
    query(dbFor(dialect)).compile(),
  );
  return `${text.replaceAll(/["`]/g, '')} <- ${parameters.map((value) => (value === NOW ? 'now' : value)).join(', ')}`;
}
/** Expects that the policy refuses a query. */
export const refused = (
  query: Query,
  code = 'TENANT_QUERY_REFUSED',
  caller = JOB,
  dialect: Dialect = 'sqlite',
) => expect(() => compiled(query, caller, dialect)).toThrow(expect.objectContaining({ code }));

type Case = [what: string, query: Query, expected: string, caller?: Caller, dialect?: Dialect];

/** Declares a test for each query that compiles to a text and its values. */
export const itCompiles = (cases: readonly Case[]): void =>
  it.each(cases)('%s', (_what, query, expected, caller, dialect) => {
    expect(compiled(query, caller, dialect)).toBe(expected);
  });
