import { sql, type Generated, type Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { requestContext } from '../../kernel/index.ts';
import { describeDatabases } from '../testing/databases.ts';
import { openTestDatabase } from '../testing/open.ts';
import type { SqlDatabase } from '../sql-database.ts';

interface Item {
  id: number;
  tenant_id: Generated<string>;
  owner_id: number | null;
  value: number;
}
interface Tables {
  item: Item;
  owner: { id: number; tenant_id: Generated<string>; name: string };
  kind: { id: number; name: string };
}

const script = `
  create table item (id integer primary key, tenant_id varchar(20) not null, owner_id integer, value integer not null);
  create table owner (id integer primary key, tenant_id varchar(20) not null, name varchar(20) not null);
  create table kind (id integer primary key, name varchar(20) not null);
  insert into kind (id, name) values (1, 'one');
`;

await describeDatabases('tenant filter', ({ name, config }) => {
  let database: SqlDatabase;
  const db = (): Kysely<Tables> => database.query as unknown as Kysely<Tables>;
  const as = requestContext.runAs;
  const all = () =>
    requestContext.runIgnoringTenant(() =>
      db().selectFrom('item').select(['id', 'tenant_id', 'value']).orderBy('id').execute(),
    );

  beforeAll(async () => {
    database = await openTestDatabase(config);
    await database.executeScript(script);
  });
  beforeEach(async () => {
    await database.raw('delete from item');
    await database.raw('delete from owner');
    await database.raw("insert into owner (id, tenant_id, name) values (1, 'a', 'anna'), (2, 'b', 'bert')");
    await database.raw(
      "insert into item (id, tenant_id, owner_id, value) values (1, 'a', 1, 1), (2, 'a', 2, 2), (3, 'b', 2, 4), (4, 'b', 1, 8)",
    );
  });
  afterAll(() => database.close());

  describe('reads', () => {
    const ids = async (query: { execute(): Promise<Array<{ id: number | null }>> }): Promise<unknown[]> =>
      (await query.execute()).map((row) => row.id).sort();

    it('shows the rows of the tenant, and none without one', async () => {
      expect(await as('a', () => ids(db().selectFrom('item').select('id')))).toEqual([1, 2]);
      expect(await as('nobody', () => ids(db().selectFrom('item').select('id')))).toEqual([]);
      expect(await ids(db().selectFrom('item').select('id'))).toEqual([]);
      expect(await ids(db().selectFrom('kind').select('id'))).toEqual([1]);
    });

    it('holds against an `or` in raw text, aliases and letter case', async () => {
      await as('a', async () => {
        expect(
          await ids(
            db()
              .selectFrom('item')
              .select('id')
              .where(sql<boolean>`1 = 1 or 2 = 2`),
          ),
        ).toEqual([1, 2]);
        expect(await ids(db().selectFrom('item as i').select('i.id'))).toEqual([1, 2]);
        if (name === 'sqlite') {
          const loud = db() as unknown as Kysely<{ ITEM: Item }>;
          expect(await ids(loud.selectFrom('ITEM').select('id'))).toEqual([1, 2]);
        }
      });
    });

    it('covers joins of every kind', async () => {
      await as('a', async () => {
        const inner = db().selectFrom('item').innerJoin('owner', 'owner.id', 'item.owner_id');
        expect(await ids(inner.select('item.id'))).toEqual([1]);
        const left = db().selectFrom('item').leftJoin('owner', 'owner.id', 'item.owner_id');
        expect(await left.select(['item.id', 'owner.name']).orderBy('item.id').execute()).toEqual([
          { id: 1, name: 'anna' },
          { id: 2, name: null },
        ]);
        const right = db().selectFrom('owner').rightJoin('item', 'owner.id', 'item.owner_id');
        expect(await ids(right.select('item.id'))).toEqual([1, 2]);
        const cross = db().selectFrom('kind').crossJoin('item');
        expect(await ids(cross.select('item.id'))).toEqual([1, 2]);
        const comma = db().selectFrom(['item', 'owner']).select('owner.id');
        expect(await ids(comma)).toEqual([1, 1]);
      });
    });

    it('covers sub-queries, unions and common table expressions', async () => {
      await as('a', async () => {
        expect(
          await ids(
            db()
              .selectFrom('kind')
              .select((eb) =>
                eb
                  .selectFrom('item')
                  .select(({ fn }) => fn.sum<number>('value').as('s'))
                  .as('id'),
              ),
          ),
        ).toEqual([3]);
        expect(
          await ids(
            db()
              .selectFrom('kind')
              .select('id')
              .where((eb) => eb.exists(eb.selectFrom('item').select('id').where('value', '>', 2))),
          ),
        ).toEqual([]);
        expect(
          await ids(
            db()
              .selectFrom((eb) => eb.selectFrom('item').selectAll().as('x'))
              .select('x.id'),
          ),
        ).toEqual([1, 2]);
        expect(
          await ids(db().selectFrom('item').select('id').union(db().selectFrom('owner').select('id'))),
        ).toEqual([1, 2]);
        expect(
          await ids(
            db()
              .with('mine', (q) => q.selectFrom('item').select(['id', 'value']))
              .selectFrom('mine')
              .select('id'),
          ),
        ).toEqual([1, 2]);
        expect(
          await ids(
            db().selectNoFrom((eb) =>
              eb
                .selectFrom('item')
                .select(({ fn }) => fn.max('id').as('m'))
                .as('id'),
            ),
          ),
        ).toEqual([2]);
        const raw = sql<number>`(${db()
          .selectFrom('item')
          .select(({ fn }) => fn.max('id').as('m'))})`;
        expect(await ids(db().selectFrom('kind').select(raw.as('id')))).toEqual([2]);
      });
    });

    it('findings: applications 12: explains that a missing table may need its script', async () => {
      await as('a', async () => {
        const named = db()
          .selectFrom('never_made' as 'item')
          .selectAll()
          .execute();
        await expect(named).rejects.toMatchObject({
          code: 'TENANT_QUERY_REFUSED',
          message: expect.stringContaining('table never_made is not known') as string,
          fix: expect.stringContaining('exists once the script has run') as string,
        });
      });
    });

    it('refuses sources that it cannot follow', async () => {
      const refused = { code: 'TENANT_QUERY_REFUSED' };
      await as('a', async () => {
        await expect(sql`select * from item`.execute(db())).rejects.toMatchObject(refused);
        await expect(sql`select * from ${sql.table('item')}`.execute(db())).rejects.toMatchObject(refused);
        await expect(
          db()
            .with('owner', (q) => q.selectFrom('item').selectAll())
            .selectFrom('owner')
            .selectAll()
            .execute(),
        ).rejects.toMatchObject(refused);
        const unknown = db() as unknown as Kysely<{ later: { id: number } }>;
        await expect(unknown.selectFrom('later').selectAll().execute()).rejects.toMatchObject(refused);
      });
      await requestContext.runIgnoringTenant(async () => {
        expect((await sql`select * from item`.execute(db())).rows).toHaveLength(4);
      });
    });

    it('holds inside transactions', async () => {
      await as('b', () =>
        database.transaction(async () => {
          expect(await ids(db().selectFrom('item').select('id'))).toEqual([3, 4]);
        }),
      );
    });
  });

  describe('changes', () => {
    it('update and delete only the rows of the tenant', async () => {
      await as('a', async () => {
        await db().updateTable('item').set({ value: 100 }).execute();
        await db()
          .deleteFrom('item')
          .where(sql<boolean>`id = 1 or 1 = 1`)
          .execute();
      });
      await db().deleteFrom('item').execute();
      await db().updateTable('item').set({ value: 100 }).execute();
      expect(await all()).toEqual([
        { id: 3, tenant_id: 'b', value: 4 },
        { id: 4, tenant_id: 'b', value: 8 },
      ]);
    });

    it('cover sub-queries', async () => {
      await as('a', () =>
        db()
          .updateTable('item')
          .set({ value: 9 })
          .where('owner_id', 'in', db().selectFrom('owner').select('id'))
          .execute(),
      );
      expect((await all()).map((row) => row.value)).toEqual([9, 2, 4, 8]);
    });

    it('refuse to move a row to another tenant', async () => {
      const mismatch = { code: 'TENANT_MISMATCH', status: 403 };
      await as('a', async () => {
        await expect(db().updateTable('item').set({ tenant_id: 'b' }).execute()).rejects.toMatchObject(
          mismatch,
        );
        await expect(
          db()
            .updateTable('item')
            .set({ tenant_id: sql`'b'` })
            .execute(),
        ).rejects.toMatchObject(mismatch);
        await db().updateTable('item').set({ tenant_id: 'a', value: 5 }).execute();
      });
      expect((await all()).map((row) => row.value)).toEqual([5, 5, 4, 8]);
    });
  });

  describe('merges', () => {
    it('are refused for tenant tables', async () => {
      const merge = (into: 'item' | 'kind', using: 'owner' | 'kind') =>
        db()
          .mergeInto(into as 'item')
          .using(`${using} as u` as 'owner as u', 'u.id', 'item.id' as never)
          .whenMatched()
          .thenDelete()
          .compile();
      const refused = expect.objectContaining({ code: 'TENANT_QUERY_REFUSED' }) as Error;
      await as('a', async () => {
        expect(() => merge('item', 'kind')).toThrow(refused);
        expect(() => merge('kind', 'owner')).toThrow(refused);
        expect(() => merge('kind', 'kind')).not.toThrow();
      });
    });
  });

  describe('inserts', () => {
    it('get the tenant, row by row', async () => {
      await as('a', () =>
        db()
          .insertInto('item')
          .values([
            { id: 10, value: 1, owner_id: null },
            { id: 11, value: 1, owner_id: null, tenant_id: 'a' },
          ])
          .execute(),
      );
      expect((await all()).slice(4).map((row) => row.tenant_id)).toEqual(['a', 'a']);
    });

    it('are refused for another tenant, or without one', async () => {
      const row = { id: 10, value: 1, owner_id: null };
      await as('a', async () => {
        await expect(
          db()
            .insertInto('item')
            .values({ ...row, tenant_id: 'b' })
            .execute(),
        ).rejects.toMatchObject({ code: 'TENANT_MISMATCH', status: 403 });
        await expect(
          db()
            .insertInto('item')
            .values([row, { ...row, id: 11, tenant_id: 'b' }])
            .execute(),
        ).rejects.toMatchObject({ code: 'TENANT_MISMATCH' });
      });
      await expect(db().insertInto('item').values(row).execute()).rejects.toMatchObject({
        code: 'TENANT_REQUIRED',
      });
      await requestContext.runIgnoringTenant(() =>
        db()
          .insertInto('item')
          .values({ ...row, tenant_id: 'c' })
          .execute(),
      );
      expect((await all()).at(-1)).toEqual({ id: 10, tenant_id: 'c', value: 1 });
    });

    it('get the tenant for selected rows, and read only its rows', async () => {
      await as('a', () =>
        db()
          .insertInto('item')
          .columns(['id', 'value'])
          .expression((eb) => eb.selectFrom('item').select([sql<number>`id + 100`.as('id'), 'value']))
          .execute(),
      );
      expect((await all()).slice(4)).toEqual([
        { id: 101, tenant_id: 'a', value: 1 },
        { id: 102, tenant_id: 'a', value: 2 },
      ]);
      await as('a', async () => {
        await expect(
          db()
            .insertInto('item')
            .columns(['id', 'value', 'tenant_id'])
            .expression((eb) => eb.selectFrom('kind').select(['id', 'id as value', sql<string>`'b'`.as('t')]))
            .execute(),
        ).rejects.toMatchObject({ code: 'TENANT_QUERY_REFUSED' });
      });
    });

    it('are refused when they may replace a row of another tenant', async () => {
      const insert = db().insertInto('item').orReplace();
      const row = { id: 3, value: 99, owner_id: null };
      await as('a', async () => {
        expect(() => insert.values(row).compile()).toThrow(
          expect.objectContaining({ code: 'TENANT_QUERY_REFUSED' }),
        );
        expect(() =>
          db().insertInto('kind').orReplace().values({ id: 1, name: 'x' }).compile(),
        ).not.toThrow();
      });
    });

    it('leave a conflicting row of another tenant unchanged', async () => {
      const row = { id: 3, value: 99, owner_id: null };
      await as('a', async () => {
        const insert = db().insertInto('item').values(row);
        await (
          name === 'mysql'
            ? insert.onDuplicateKeyUpdate({ value: 99 })
            : insert.onConflict((conflict) => conflict.column('id').doUpdateSet({ value: 99 }))
        ).execute();
        const own = db()
          .insertInto('item')
          .values({ ...row, id: 1 });
        await (
          name === 'mysql'
            ? own.onDuplicateKeyUpdate({ value: 99 })
            : own.onConflict((conflict) => conflict.column('id').doUpdateSet({ value: 99 }))
        ).execute();
        if (name !== 'postgres') {
          await expect(db().replaceInto('item').values(row).execute()).rejects.toMatchObject({
            code: 'TENANT_QUERY_REFUSED',
          });
        }
      });
      expect((await all()).map((item) => item.value)).toEqual([99, 2, 4, 8]);
    });
  });
});
