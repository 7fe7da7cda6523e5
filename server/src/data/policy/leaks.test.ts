import fc from 'fast-check';
import { sql, type Generated, type Kysely, type SelectQueryBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestContext } from '../../kernel/index.ts';
import { openTestDatabase } from '../testing/open.ts';
import type { SqlDatabase } from '../sql-database.ts';

/** Rows of tenant b carry values from here on, so that a sum or maximum shows any of them. */
const FOREIGN = 1_000;

interface Tables {
  item: { id: number; tenant_id: Generated<string>; owner_id: number; value: number };
  owner: { id: number; tenant_id: Generated<string>; owner_id: number; value: number };
  kind: { id: number; tenant: string; owner_id: number; value: number };
}
type Table = keyof Tables;
type Query = SelectQueryBuilder<Record<string, Tables[Table]>, string, Record<string, unknown>>;

const joinTypes = ['innerJoin', 'leftJoin', 'rightJoin', 'fullJoin', 'crossJoin', 'comma'] as const;
const conditions = ['raw or', 'exists', 'in', 'scalar', 'none'] as const;

interface Shape {
  readonly table: Table;
  readonly nested: boolean;
  readonly joins: ReadonlyArray<{
    readonly type: (typeof joinTypes)[number];
    readonly table: Table;
    readonly nested: boolean;
    readonly always: boolean;
  }>;
  readonly condition: (typeof conditions)[number];
  readonly conditionTable: Table;
  readonly wrap: 'none' | 'cte' | 'union' | 'derived';
}

const table = fc.constantFrom<Table>('item', 'owner', 'kind');
const shape: fc.Arbitrary<Shape> = fc.record({
  table,
  nested: fc.boolean(),
  joins: fc.array(
    fc.record({ type: fc.constantFrom(...joinTypes), table, nested: fc.boolean(), always: fc.boolean() }),
    { maxLength: 3 },
  ),
  condition: fc.constantFrom(...conditions),
  conditionTable: table,
  wrap: fc.constantFrom('none', 'cte', 'union', 'derived'),
});

describe('tenant filter, for queries of any shape', () => {
  let database: SqlDatabase;
  // The shapes are made at run time, so their types are as wide as their tables.
  const db = (): Kysely<Record<string, Tables[Table]>> =>
    database.query as unknown as Kysely<Record<string, Tables[Table]>>;

  beforeAll(async () => {
    database = await openTestDatabase({ type: 'sqlite', file: ':memory:' });
    await database.executeScript(`
      create table item (id integer, tenant_id varchar(20), owner_id integer, value integer);
      create table owner (id integer, tenant_id varchar(20), owner_id integer, value integer);
      create table kind (id integer, tenant varchar(20), owner_id integer, value integer);
      insert into kind values (1, 'x', 1, 1), (2, 'x', 2, 2);`);
  });
  const reset = async (): Promise<void> => {
    for (const name of ['item', 'owner']) {
      await database.raw(`delete from ${name}`);
      await database.raw(
        `insert into ${name} values (1, 'a', 1, 1), (2, 'a', 9, 2), (3, 'b', 1, ${FOREIGN}), (4, 'b', 9, ${FOREIGN})`,
      );
    }
  };
  afterAll(() => database.close());

  const source = (name: Table, alias: string, nested: boolean) =>
    nested ? db().selectFrom(name).selectAll().as(alias) : (`${name} as ${alias}` as const);

  function build({ table: base, nested, joins, condition, conditionTable, wrap }: Shape): {
    execute(): Promise<unknown[]>;
  } {
    const commas = joins.filter((join) => join.type === 'comma');
    let query = db().selectFrom([
      source(base, 't', nested),
      ...commas.map((join, index) => source(join.table, `c${index}`, join.nested)),
    ] as never) as unknown as Query;
    const values = ['t.value', ...commas.map((_, index) => `c${index}.value`)];
    joins.forEach((join, index) => {
      if (join.type === 'comma') return;
      const alias = `j${index}`;
      const joined = source(join.table, alias, join.nested) as never;
      values.push(`${alias}.value`);
      query =
        join.type === 'crossJoin'
          ? query.crossJoin(joined)
          : (query as unknown as Joinable)[join.type](joined, (on) =>
              join.always ? on.on(sql`1 = 1 or 1 = 1`) : on.onRef('t.owner_id', '=', `${alias}.owner_id`),
            );
    });
    if (condition === 'raw or') query = query.where(sql<boolean>`1 = 1 or 1 = 1`);
    if (condition === 'exists') {
      query = query.where((eb) =>
        eb.exists(
          eb
            .selectFrom(`${conditionTable} as x` as never)
            .select(sql`1`.as('one'))
            .where(sql<boolean>`x.value >= ${FOREIGN}`),
        ),
      );
    }
    if (condition === 'in') query = query.where('t.id', 'in', db().selectFrom(conditionTable).select('id'));
    if (condition === 'scalar') {
      query = query.select((eb) =>
        eb
          .selectFrom(conditionTable)
          .select((inner) => inner.fn.max('value').as('m'))
          .as('scalar'),
      );
    }
    const selected = query.select(values.map((value, index) => sql.ref(value).as(`v${index}`)));
    if (wrap === 'cte')
      return db()
        .with('wrapped', () => selected as never)
        .selectFrom('wrapped' as never)
        .selectAll();
    if (wrap === 'derived')
      return db()
        .selectFrom(selected.as('wrapped') as never)
        .selectAll();
    if (wrap === 'union') return selected.unionAll(selected as never);
    return selected;
  }

  it('shows no value of another tenant, and none without a tenant', async () => {
    await reset();
    await fc.assert(
      fc.asyncProperty(shape, async (each) => {
        const rows = await requestContext.runAs('a', () => build(each).execute());
        const values = rows.flatMap((row) => Object.values(row as Record<string, number | null>));
        expect(values.filter((value) => value !== null && value >= FOREIGN)).toEqual([]);
        if (each.table === 'kind' && each.joins.length === 0) return;
        const none = await build({
          ...each,
          table: 'item',
          joins: each.joins.filter((join) => join.table !== 'kind'),
        }).execute();
        const seen = none.flatMap((row) =>
          Object.entries(row as Record<string, number | null>).flatMap(([name, value]) =>
            name === 'scalar' ? [] : [value],
          ),
        );
        expect(seen.filter((value) => value !== null)).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it('shows every matching row of the tenant', async () => {
    await reset();
    const inner = { condition: 'none', conditionTable: 'kind', wrap: 'none' } as const;
    const joinable = shape.map((each): Shape => ({ ...each, ...inner }));
    await fc.assert(
      fc.asyncProperty(joinable, async (each) => {
        await reset();
        const filtered = await requestContext.runAs('a', () => build(each).execute());
        for (const name of ['item', 'owner']) await database.raw(`delete from ${name} where tenant_id = 'b'`);
        const alone = await requestContext.runIgnoringTenant(() => build(each).execute());
        const sorted = (rows: unknown[]): string[] => rows.map((row) => JSON.stringify(row)).sort();
        expect(sorted(filtered)).toEqual(sorted(alone));
      }),
      { numRuns: 150 },
    );
  });

  it('changes no row of another tenant', async () => {
    const change = fc.record({
      target: fc.constantFrom<Table>('item', 'owner'),
      alias: fc.boolean(),
      remove: fc.boolean(),
      from: fc.option(table, { nil: undefined }),
      condition: fc.constantFrom('none', 'raw or', 'in'),
    });
    await fc.assert(
      fc.asyncProperty(change, async ({ target, alias, remove, from, condition }) => {
        await reset();
        await requestContext.runAs('a', async () => {
          const name = alias ? `${target} as x` : target;
          const own = sql<boolean>`1 = 1 or 1 = 1`;
          const ids = db()
            .selectFrom(from ?? 'item')
            .select('id');
          if (remove) {
            const query = db().deleteFrom(name as never) as unknown as Deletion;
            await (
              condition === 'raw or'
                ? query.where(own)
                : condition === 'in'
                  ? query.where('id', 'in', ids)
                  : query
            ).execute();
          } else {
            const update = db()
              .updateTable(name as never)
              .set({ value: FOREIGN - 1 } as never) as unknown as Change;
            const query = from ? update.from(`${from} as f`) : update;
            await (condition === 'raw or' ? query.where(own) : query).execute();
          }
        });
        for (const name of ['item', 'owner']) {
          const { rows } = await database.raw(
            `select id, value from ${name} where tenant_id = 'b' order by id`,
          );
          expect(rows).toEqual([
            { id: 3, value: FOREIGN },
            { id: 4, value: FOREIGN },
          ]);
        }
      }),
      { numRuns: 150 },
    );
  });
});

interface On {
  on(condition: unknown): On;
  onRef(left: string, operator: string, right: string): On;
}
type Joinable = Record<
  'innerJoin' | 'leftJoin' | 'rightJoin' | 'fullJoin',
  (table: unknown, on: (on: On) => On) => Query
>;
interface Deletion {
  where(condition: unknown, operator?: string, value?: unknown): Deletion;
  execute(): Promise<unknown>;
}
interface Change extends Deletion {
  from(table: string): Change;
}
