import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { requestContext } from '../../kernel/index.ts';
import type { Dialect } from '../database.ts';
import type { SqlDatabase } from '../sql-database.ts';
import { describeDatabases } from '../testing/databases.ts';
import { openTestDatabase } from '../testing/open.ts';

/** Every number in the rows of tenant b is at least this, so that any of them shows. */
const FOREIGN = 1_000;

interface Writing {
  readonly tables: readonly string[];
  readonly joins: readonly string[];
  readonly greatest: string;
  readonly same: string;
}

const joins = ['join', 'inner join', 'left join', 'right join', 'cross join', ','];
/** How each database writes what they do not write alike. */
const writings: Readonly<Record<Dialect, Writing>> = {
  sqlite: {
    tables: ['item', 'ITEM', '"item"', '[owner]', '`owner`', 'main.item', 'kind'],
    joins: [...joins, 'full join'],
    greatest: 'max',
    same: 'a.id is not distinct from a.id',
  },
  mysql: {
    tables: ['item', '`item`', '`owner`', 'kind'],
    joins,
    greatest: 'greatest',
    same: 'a.id <=> a.id',
  },
  postgres: {
    tables: ['item', 'ITEM', '"item"', '"owner"', 'public.item', 'kind'],
    joins,
    greatest: 'greatest',
    same: 'a.id is not distinct from a.id',
  },
};

/** Selects of random shape, all with the columns id and value. */
function selects({ tables: names, joins: words, greatest, same }: Writing): fc.Arbitrary<string> {
  const tables = fc.constantFrom(...names);
  const joins = fc.constantFrom(...words);
  return fc.letrec<{ select: string; source: string; condition: string }>((tie) => ({
    source: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'query' },
      tables,
      tie('select').map((query) => `(${query})`),
      tie('select').map((query) => `(with x as (${query}) select * from x)`),
      fc.tuple(tables, joins, tables).map(([a, join, b]) => {
        const on = join === ',' || join === 'cross join' ? '' : 'on y.id <> z.id or 1 = 1';
        const joined = `${a} as y ${join} ${b} z ${on}`;
        return `(select y.id, coalesce(z.value, y.value) as value from ${join === ',' ? joined : `(${joined})`})`;
      }),
    ),
    condition: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'query' },
      fc.constantFrom('1 = 1', same, 'a.value > 0 or 1 = 1'),
      tie('select').map((query) => `exists (${query}) or a.id in (select id from (${query}) n)`),
    ),
    select: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'query' },
      tables.map((table) => `select id, value from ${table}`),
      fc
        .tuple(
          tie('source'),
          joins,
          tie('source'),
          tie('condition'),
          fc.constantFrom(' -- where', '', ' /* from item */'),
        )
        .map(([a, join, b, condition, comment]) => {
          const on = join === ',' || join === 'cross join' ? '' : 'on a.id = b.id or 1 = 1';
          return `select coalesce(a.id, b.id) as id, ${greatest}(coalesce(a.value, 0), coalesce(b.value, 0)) as value from ${a} a ${join} ${b} as b ${on} where ${condition}${comment}\n`;
        }),
      fc
        .tuple(tie('select'), tie('select'))
        .map(([a, b]) => `select * from (${a}) u union all select * from (${b}) v`),
      tie('select').map((query) => `select id, (select max(value) from (${query}) m) as value from item`),
    ),
  })).select;
}

await describeDatabases('the tenant filter of statements, whatever their shape', ({ name, config }) => {
  let database: SqlDatabase;
  const select = selects(writings[name]);
  const numRuns = name === 'sqlite' ? 300 : 100;
  beforeAll(async () => {
    database = await openTestDatabase(config);
    await database.executeScript(`
      create table item (id integer, tenant_id varchar(20), value integer);
      create table owner (id integer, tenant_id varchar(20), value integer);
      create table kind (id integer, value integer);
      insert into item values (1, 'a', 1), (2, 'a', 2), (${FOREIGN}, 'b', ${FOREIGN});
      insert into owner values (1, 'a', 3), (${FOREIGN}, 'b', ${FOREIGN});
      insert into kind values (1, 5), (7, 6);`);
  });
  afterAll(() => database.close());
  const within = <T>(work: () => Promise<T>): Promise<T> =>
    requestContext.run({ requestId: 'test', tenantId: 'a', user: undefined }, work);

  it('never shows a row of another tenant', async () => {
    let ran = 0;
    await fc.assert(
      fc.asyncProperty(select, async (query) => {
        const { rows } = await within(() => database.statement(`select * from (${query}) r limit 200`, []));
        ran += rows.length > 0 ? 1 : 0;
        expect(rows.flatMap((row) => Object.values(row)).filter((value) => Number(value) >= FOREIGN)).toEqual(
          [],
        );
      }),
      { numRuns },
    );
    expect(ran).toBeGreaterThan(numRuns / 3);
  });

  it('never changes a row of another tenant', async () => {
    await fc.assert(
      fc.asyncProperty(select, fc.boolean(), async (query, remove) => {
        const condition = `id in (select id from (${query}) n) or 1 = 1`;
        const change = remove ? 'delete from owner' : 'update owner set value = 0';
        await within(() => database.statement(`${change} where ${condition}`, []));
        const { rows } = await database.raw(`select value from owner where tenant_id = 'b'`);
        expect(rows).toEqual([{ value: FOREIGN }]);
      }),
      { numRuns: name === 'sqlite' ? 100 : 40 },
    );
  });
});
