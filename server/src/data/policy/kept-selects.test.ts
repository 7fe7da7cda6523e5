import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { requestContext } from '../../kernel/index.ts';
import type { SqlDatabase } from '../sql-database.ts';
import { openTestDatabase } from '../testing/open.ts';

interface Tables {
  item: { id: number; tenant_id: string; title: string };
}

let database: SqlDatabase;
const db = (): Kysely<Tables> => database.query as unknown as Kysely<Tables>;
const as = requestContext.runAs;
const titled = async (title: string): Promise<number[]> => {
  const rows = await db().selectFrom('item').select('id').where('title', '=', title).orderBy('id').execute();
  return rows.map(({ id }) => id);
};

beforeAll(async () => {
  database = await openTestDatabase({ type: 'sqlite', file: ':memory:' });
});
beforeEach(async () => {
  await database.executeScript(`
    drop table if exists item;
    create table item (id integer primary key, tenant_id varchar(20), title varchar(20));
    insert into item values (1, 'a', 'x'), (2, 'b', 'x'), (3, 'a', 'tenant'), (4, 'tenant', 'x');`);
});
afterAll(() => database.close());

it('limits a select of one shape to the tenant of each call', async () => {
  for (let round = 0; round < 2; round++) {
    expect(await as('a', () => titled('x'))).toEqual([1]);
    expect(await as('b', () => titled('x'))).toEqual([2]);
    expect(await as('tenant', () => titled('x'))).toEqual([4]);
    expect(await titled('x')).toEqual([]);
    expect(await requestContext.runIgnoringTenant(() => titled('x'))).toEqual([1, 2, 4]);
  }
});

it('keeps a value that looks like the tenant', async () => {
  expect(await as('a', () => titled('tenant'))).toEqual([3]);
  expect(await as('a', () => titled('tenant'))).toEqual([3]);
});

it('limits a table from the moment it gets a tenant', async () => {
  await database.executeScript(`
    drop table item;
    create table item (id integer primary key, title varchar(20));
    insert into item values (1, 'x'), (2, 'x');`);
  expect(await as('a', () => titled('x'))).toEqual([1, 2]);
  await database.executeScript("alter table item add column tenant_id varchar(20) default 'b'");
  expect(await as('a', () => titled('x'))).toEqual([]);
});

it('limits a select in a transaction, which sees its own changes', async () => {
  await as('a', () =>
    database.transaction(async () => {
      await db().updateTable('item').set({ title: 'y' }).execute();
      expect(await titled('y')).toEqual([1, 3]);
    }),
  );
});

it('limits a select whose expression changes rows each time', async () => {
  const inserting = (tenant: string) =>
    db()
      .with('added', (query) =>
        query.insertInto('item').values({ id: 9, tenant_id: tenant, title: 'x' }).returning('id'),
      )
      .selectFrom('added')
      .selectAll()
      .compile();
  for (const tenant of ['a', 'b']) {
    await as(tenant, async () => expect(inserting(tenant).parameters).toEqual([9, tenant, 'x']));
  }
  await as('a', async () =>
    expect(() => inserting('b')).toThrow(expect.objectContaining({ code: 'TENANT_MISMATCH' })),
  );
});

it('refuses a filtered select in an unfiltered query', async () => {
  const filtered = db().selectFrom('item').selectAll();
  const unfiltered = database.unfiltered as unknown as Kysely<Tables>;
  const query = unfiltered.selectFrom(filtered.as('i')).selectAll();
  expect(() => query.compile()).toThrow('cannot be part of an unfiltered');
  const { rows } = await sql<{ n: number }>`select count(*) as n from item`.execute(unfiltered);
  expect(rows).toEqual([{ n: 4 }]);
  await database.transaction(async () => {
    const within = database.unfiltered as unknown as Kysely<Tables>;
    expect(() => within.selectFrom(filtered.as('i')).selectAll().compile()).toThrow(
      'cannot be part of an unfiltered',
    );
  });
});
