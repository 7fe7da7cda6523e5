import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sql } from 'kysely';
import { requestContext } from '../kernel/index.ts';
import { isUniqueViolation } from './errors/violations.ts';
import { describeDatabases } from './testing/databases.ts';
import { openTestDatabase } from './testing/open.ts';
import type { SqlDatabase } from './sql-database.ts';

const NOW = Date.parse('2026-02-03T04:05:06.789Z');

const tables = `
  create table sample (
    id bigint not null primary key,
    title varchar(100) not null,
    flag boolean,
    price decimal(10, 2),
    counter integer not null default 0,
    payload text,
    happened_at timestamp null,
    day date
  );
  create unique index uk_sample_title on sample (title);
`;

interface Sample {
  id: number;
  title: string;
  flag: boolean | null;
  price: string | null;
  counter: number;
  payload: string | null;
  happened_at: string | null;
  day: string | null;
}

await describeDatabases('database', ({ name, config }) => {
  let database: SqlDatabase;
  const samples = () => database.query.withTables<{ sample: Sample }>();
  const insert = (id: number, more: Partial<Sample> = {}) =>
    samples()
      .insertInto('sample')
      .values({ id, title: `sample ${id}`, counter: id, ...more })
      .execute();
  const ids = async (): Promise<number[]> =>
    (await samples().selectFrom('sample').select('id').orderBy('id').execute()).map((row) => row.id);

  beforeAll(async () => {
    database = await openTestDatabase(config, { now: () => NOW });
    await database.executeScript(
      name === 'mysql'
        ? tables.replace('timestamp null', 'datetime(3) null')
        : tables.replace('timestamp null', 'timestamp'),
    );
  });
  beforeEach(async () => {
    await database.raw('delete from sample');
  });
  afterAll(() => database.close());

  it('returns values in their TypeScript types', async () => {
    const row = {
      id: 9_007_199_254_740_991,
      title: "O'Neil \\ 'x' ☃ 🎉",
      flag: true,
      price: '12.50',
      counter: -7,
      payload: '{"a":[1,"b"]}',
      happened_at: '2026-01-31T08:09:10.011Z',
      day: '2026-01-31',
    };
    await samples().insertInto('sample').values(row).execute();
    await insert(2, { flag: false });
    const rows = await samples().selectFrom('sample').selectAll().orderBy('id', 'desc').execute();
    expect(rows[0]).toStrictEqual(row);
    expect(rows[1]).toMatchObject({ flag: false, price: null, payload: null, happened_at: null });
    const found = await samples()
      .selectFrom('sample')
      .select('id')
      .where('happened_at', '=', '2026-01-31T08:09:10.011Z')
      .where('flag', '=', true)
      .execute();
    expect(found).toEqual([{ id: row.id }]);
  });

  it('returns integers beyond safe numbers as text, each time, and in a transaction', async () => {
    await database.raw(`insert into sample (id, title) values (9007199254740993, 'beyond')`);
    const found = async () => (await database.raw('select id, counter from sample')).rows;
    expect(await found()).toEqual([{ id: '9007199254740993', counter: 0 }]);
    expect(await database.transaction(found)).toEqual(await found());
    expect(await database.transaction(found, { readOnly: true })).toEqual(await found());
    await database.raw('update sample set id = 1');
    expect(await found()).toEqual([{ id: 1, counter: 0 }]);
  });

  it('counts and sums as numbers, averages as text', async () => {
    await insert(1, { price: '1.25' });
    await insert(2, { price: '2.25' });
    const result = await samples()
      .selectFrom('sample')
      .select(({ fn }) => [
        fn.countAll().as('count'),
        fn.sum('counter').as('sum'),
        fn.sum('price').as('prices'),
        fn.avg('counter').as('average'),
        fn.max('id').as('last'),
      ])
      .executeTakeFirstOrThrow();
    expect(result).toStrictEqual({ count: 2, sum: 3, prices: '3.5', average: '1.5', last: 2 });
  });

  it('returns the number of matching rows, even if unchanged', async () => {
    await insert(1);
    await insert(2);
    const updated = await samples().updateTable('sample').set({ counter: 1 }).executeTakeFirst();
    expect(updated.numUpdatedRows).toBe(2n);
    const deleted = await samples().deleteFrom('sample').where('id', '=', 2).executeTakeFirst();
    expect(deleted.numDeletedRows).toBe(1n);
    const placeholder = name === 'postgres' ? '$1' : '?';
    const raw = await database.raw(`update sample set counter = ${placeholder}`, [5]);
    expect(raw.affectedRows).toBe(1);
  });

  it('distinguishes a unique key violation from other errors', async () => {
    await insert(1);
    const again = await insert(1).catch((error: unknown) => error);
    expect(isUniqueViolation(again)).toBe(true);
    const wrong = await database.raw('select nonsense from sample').catch((error: unknown) => error);
    expect(wrong).toBeInstanceOf(Error);
    expect(isUniqueViolation(wrong)).toBe(false);
  });

  it('rolls back when the work throws, commits when it returns', async () => {
    await expect(
      database.transaction(async () => {
        await insert(1);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await ids()).toEqual([]);
    expect(await database.transaction(async () => insert(2).then(() => 'value'))).toBe('value');
    expect(await ids()).toEqual([2]);
  });

  it('joins the surrounding transaction, which a failed part condemns', async () => {
    await expect(
      database.transaction(async () => {
        await insert(1);
        await database
          .transaction(async () => {
            await insert(2);
            throw new Error('part');
          })
          .catch(() => undefined);
      }),
    ).rejects.toMatchObject({ code: 'TRANSACTION_ROLLED_BACK' });
    expect(await ids()).toEqual([]);
  });

  it('isolates a transaction from other flows', async () => {
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const open = database.transaction(async () => {
      await insert(1);
      await gate;
      throw new Error('rolled back');
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await ids()).toEqual([]);
    const outside = insert(2);
    release();
    await expect(open).rejects.toThrow('rolled back');
    await outside;
    expect(await ids()).toEqual([2]);
  });

  it('serves many transactions at once', async () => {
    await insert(1, { counter: 0 });
    const add = (): Promise<void> =>
      database.transaction(async () => {
        await samples()
          .updateTable('sample')
          .set((eb) => ({ counter: eb('counter', '+', 1) }))
          .execute();
        await new Promise((resolve) => setImmediate(resolve));
        await samples().selectFrom('sample').selectAll().execute();
      });
    await Promise.all(Array.from({ length: 25 }, add));
    expect(await samples().selectFrom('sample').select('counter').executeTakeFirst()).toEqual({
      counter: 25,
    });
  });

  it('keeps work that outlives a transaction out of it', async () => {
    let late: Promise<unknown> = Promise.resolve();
    await database.transaction(async () => {
      await insert(1);
      late = new Promise((resolve) => setTimeout(resolve, 10)).then(() => insert(2));
    });
    await late;
    expect(await ids()).toEqual([1, 2]);
  });

  it('runs afterCommit work after the commit, and never after a rollback', async () => {
    const seen: string[] = [];
    database.afterCommit(() => void seen.push('at once'));
    await database.transaction(async () => {
      await database.transaction(async () =>
        database.afterCommit(async () => void seen.push(`after ${(await ids()).length}`)),
      );
      await insert(1);
      seen.push('inside');
    });
    await database
      .transaction(async () => {
        database.afterCommit(() => void seen.push('never'));
        throw new Error('no');
      })
      .catch(() => undefined);
    expect(seen).toEqual(['at once', 'inside', 'after 1']);
  });

  it('runs afterCommit work of an inner transaction outside of the outer one', async () => {
    const seen: boolean[] = [];
    const inner = () =>
      database.transaction(async () => database.afterCommit(() => void seen.push(database.inTransaction)), {
        requiresNew: true,
      });
    await database.transaction(inner, { readOnly: true });
    expect(seen).toEqual([false]);
  });

  it('refuses writes in a read-only transaction', async () => {
    const text = "insert into sample (id, title) values (1, 'one')";
    for (const write of [() => insert(1), () => database.raw(text), () => database.statement(text, [])])
      await expect(database.transaction<unknown>(write, { readOnly: true })).rejects.toThrow();
    await insert(2);
    expect(await database.transaction(ids, { readOnly: true })).toEqual([2]);
  });

  it(
    name === 'sqlite'
      ? 'says why a second writer cannot start inside a transaction'
      : 'commits a transaction of its own inside another that rolls back',
    async () => {
      const nested = database.transaction(async () => {
        await database.transaction(() => insert(2), { requiresNew: true });
        throw new Error('outer');
      });
      await expect(nested).rejects.toMatchObject(
        name === 'sqlite' ? { code: 'TRANSACTION_NESTED_WRITE' } : { message: 'outer' },
      );
      expect(await ids()).toEqual(name === 'sqlite' ? [] : [2]);
    },
  );

  it('runs scripts, and names the failed statement', async () => {
    const script = `-- first; not the end
      insert into sample (id, title) values (1, 'a;b');
      /* second */ insert into sample (id, title) values (2, 'it''s');`;
    expect(await database.executeScript(script)).toMatchObject({ statements: 2 });
    expect(await ids()).toEqual([1, 2]);
    const broken = "insert into sample (id, title) values (3, 'c');\n\ninsert into nowhere values (1);";
    await expect(database.executeScript(broken)).rejects.toMatchObject({
      code: 'SQL_STATEMENT_FAILED',
      details: { statement: 2, line: 3 },
    });
    expect(await ids()).toEqual(name === 'mysql' ? [1, 2, 3] : [1, 2]);
  });

  it('spec: L1/adds a missing column on every database, and nothing a second time', async () => {
    await database.executeScript('create table grown (id bigint primary key)');
    const script = `-- What came later.
      alter table grown add column if not exists remark varchar(20) default 'a;b'; insert into grown (id) values (1);`;
    await database.executeScript(script);
    await database.executeScript(script.replace('values (1)', 'values (2)'));
    const { rows } = await database.raw('select id, remark from grown order by id');
    expect(rows).toEqual([
      { id: 1, remark: 'a;b' },
      { id: 2, remark: 'a;b' },
    ]);
    const wrong = 'alter table missing_table add column if not exists remark varchar(20)';
    await expect(database.executeScript(wrong)).rejects.toMatchObject({ code: 'SQL_STATEMENT_FAILED' });
  });

  it('prepares statements one after the other, and none that the database refuses', async () => {
    for (let round = 0; round < 2; round += 1) await database.prepare('select 1');
    await expect(database.prepare('select no_such_column')).rejects.toThrow();
    await database.prepare('select 1');
  });

  it('knows tenant tables as soon as they are created', async () => {
    expect([...(await database.tableColumns()).keys()]).not.toContain('made_by_script');
    await database.executeScript('create table made_by_script (id integer, tenant_id varchar(20))');
    expect(await database.tenantTables()).toContain('made_by_script');
    const columns = (await database.tableColumns()).get('made_by_script');
    expect([...(columns?.keys() ?? [])]).toEqual(['id', 'tenant_id']);
    await database.query.schema
      .createTable('made_by_builder')
      .addColumn('tenant_id', sql`varchar(20)`)
      .execute();
    expect(await database.tenantTables()).toContain('made_by_builder');
    await database.query.schema.dropTable('made_by_builder').execute();
    expect(await database.tenantTables()).not.toContain('made_by_builder');
  });

  it('fills times and actors in tables that have them', async () => {
    await database.executeScript(
      `create table noted (id integer, create_time ${name === 'mysql' ? 'datetime(3)' : 'timestamp'}, update_time ${name === 'mysql' ? 'datetime(3)' : 'timestamp'}, create_by bigint, update_by bigint)`,
    );
    const notes = () => database.query.withTables<{ noted: { id: number } }>();
    const user = { userId: 42, userName: 'u', tenantId: 't', roles: [], permissions: [], sessionId: 1 };
    await requestContext.run({ requestId: 'r', tenantId: 't', user }, () =>
      notes()
        .insertInto('noted')
        .values([{ id: 1 }, { id: 2 }])
        .execute(),
    );
    await notes().updateTable('noted').set({ id: 3 }).where('id', '=', 2).execute();
    const now = new Date(NOW).toISOString();
    const filled = { create_time: now, update_time: now, create_by: 42, update_by: 42 };
    expect(await notes().selectFrom('noted').selectAll().orderBy('id').execute()).toEqual([
      { id: 1, ...filled },
      { id: 3, ...filled },
    ]);
  });
});
