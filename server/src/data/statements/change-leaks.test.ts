import { MARK } from '@platform/mapper';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PlatformError, requestContext } from '../../kernel/index.ts';
import type { Dialect } from '../database.ts';
import type { SqlDatabase } from '../sql-database.ts';
import { describeDatabases } from '../testing/databases.ts';
import { openTestDatabase } from '../testing/open.ts';

/**
 * Numbers in rows of tenant b start here, so that a leaked one is recognized among those of tenant
 * a.
 */
const FOREIGN = 1_000;

const conditions = fc.constantFrom(
  '1 = 1',
  'x.id = y.id or 1 = 1',
  'x.value <> y.value',
  'exists (select 1 from item where item.id = x.id) or 1 = 1',
  `x.id in (select id from owner) or x.value >= ${FOREIGN}`,
);
const values = fc.constantFrom('7', '?', 'x.value', 'y.value + 1', '(select max(value) from item z)');
const tables = fc.constantFrom('item', 'owner', 'kind', '(select * from owner)');
const joins = fc.constantFrom(
  'join',
  'inner join',
  'left join',
  'left outer join',
  'right join',
  ',',
  'cross join',
);
const upserts = fc.constantFrom('7', '?', 'item.value + 1', '(select max(value) from owner o)');
const sources = fc.constantFrom(
  '(id, value) values (1, 5), (1000, 5), (50, ?)',
  '(id, value) select id, value from owner where 1 = 1',
  '(value, id) select 3, o.id from owner o join item i on i.id <> o.id or 1 = 1 where 1 = 1',
);

const joined = fc
  .tuple(fc.constantFrom('item', 'owner'), joins, tables, conditions)
  .map(([target, join, other, on]) => ({
    target,
    list: `${target} x ${join} ${other} y${join === ',' || join === 'cross join' ? '' : ` on ${on}`}`,
    other: `${other} y`,
  }));
const where = fc
  .option(conditions, { nil: undefined })
  .map((condition) => (condition === undefined ? '' : ` where ${condition}`));

/** Changes of random shape that the database knows. */
const changes: Readonly<Record<Dialect, fc.Arbitrary<string>>> = {
  mysql: fc.oneof(
    fc
      .tuple(joined, values, where)
      .map(([{ list }, value, on]) => `update ${list} set x.value = ${value}${on}`),
    fc
      .tuple(joined, values, where)
      .map(([{ list }, value, on]) => `update ${list} set y.value = 1, x.value = ${value}${on}`),
    fc.tuple(joined, where).map(([{ list }, on]) => `delete x from ${list}${on}`),
    fc.tuple(joined, where).map(([{ list }, on]) => `delete from x, y using ${list}${on}`),
    fc
      .tuple(sources, upserts)
      .map(([rows, value]) => `insert into item ${rows} on duplicate key update value = ${value}`),
    fc.tuple(joined, where).map(([{ list }, on]) => `select x.id, y.value from ${list}${on} for update`),
  ),
  postgres: fc.oneof(
    fc
      .tuple(joined, values, where)
      .map(([{ target, other }, value, on]) => `update ${target} x set value = ${value} from ${other}${on}`),
    fc
      .tuple(joined, where)
      .map(([{ target, other }, on]) => `delete from ${target} as x using ${other}${on} returning x.id`),
    fc
      .tuple(sources, upserts)
      .map(
        ([rows, value]) =>
          `insert into item ${rows} on conflict (id) do update set value = ${value} returning value`,
      ),
    fc.tuple(joined, where).map(([{ list }, on]) => `select x.id, y.value from ${list}${on} for update of x`),
  ),
  sqlite: fc.oneof(
    fc
      .tuple(joined, values, where)
      .map(
        ([{ target, other }, value, on]) => `update ${target} as x set value = ${value} from ${other}${on}`,
      ),
    fc
      .tuple(sources, upserts)
      .map(
        ([rows, value]) =>
          `insert into item ${rows} on conflict (id) do update set value = ${value} returning value`,
      ),
  ),
};

await describeDatabases('the tenant filter of changes, whatever their shape', ({ name, config }) => {
  let database: SqlDatabase;
  const foreign = async (): Promise<unknown[]> =>
    (
      await database.raw(
        `select id, value from item where tenant_id = 'b' union all select id, value from owner where tenant_id = 'b' order by 1`,
      )
    ).rows;

  beforeAll(async () => {
    database = await openTestDatabase(config);
    await database.executeScript(`
      create table item (id integer not null primary key, tenant_id varchar(20) not null, value integer);
      create table owner (id integer not null primary key, tenant_id varchar(20) not null, value integer);
      create table kind (id integer not null primary key, value integer);
      insert into item values (${FOREIGN}, 'b', ${FOREIGN}), (50, 'b', ${FOREIGN});
      insert into owner values (${FOREIGN}, 'b', ${FOREIGN}), (2, 'b', ${FOREIGN});
      insert into kind values (1, 5), (7, 6);`);
  });
  afterAll(() => database.close());

  it('spec: L7 neither changes nor shows a row of another tenant', async () => {
    const before = await foreign();
    let ran = 0;
    await fc.assert(
      fc.asyncProperty(changes[name], async (change) => {
        await database.raw(`delete from item where tenant_id = 'a'`);
        await database.raw(`delete from owner where tenant_id = 'a'`);
        await database.raw(`insert into item (id, tenant_id, value) values (1, 'a', 1), (2, 'a', 2)`);
        await database.raw(`insert into owner (id, tenant_id, value) values (1, 'a', 3)`);
        const marks = change.split('?').length - 1;
        const run = (): Promise<unknown[]> =>
          requestContext.run({ requestId: 'test', tenantId: 'a', user: undefined }, async () => {
            const { rows } = await database.statement(
              change.replaceAll('?', MARK),
              Array.from({ length: marks }, () => 9),
            );
            return rows.flatMap((row) => Object.values(row));
          });
        const shown = await run().then(
          (found) => {
            ran += 1;
            return found;
          },
          // A change refused by filter or database has no effect.
          (error: unknown) =>
            error instanceof PlatformError || isOfDatabase(error) ? [] : Promise.reject(error as Error),
        );
        expect(shown.filter((value) => Number(value) >= FOREIGN)).toEqual([]);
        expect(await foreign()).toEqual(before);
      }),
      { numRuns: 80 },
    );
    expect(ran).toBeGreaterThan(30);
  });
});

const isOfDatabase = (error: unknown): boolean =>
  error instanceof Error && ('errno' in error || 'errcode' in error || 'severity' in error);
