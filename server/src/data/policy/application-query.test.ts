import fc from 'fast-check';
import {
  ColumnNode,
  CompiledQuery,
  ReferenceNode,
  SelectionNode,
  SelectQueryNode,
  sql,
  TableNode,
  type Kysely,
} from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { requestContext } from '../../kernel/index.ts';
import type { SqlDatabase } from '../sql-database.ts';
import { describeDatabases } from '../testing/databases.ts';
import { openTestDatabase } from '../testing/open.ts';

interface Schema {
  shop_item: { id: number; tenant_id: string; title: string };
  shop_price: { id: number; price: string };
  shop_kind: { id: number; app_version: string };
  sys_user: { user_id: number; tenant_id: string; nick_name: string; password_hash: string };
  sys_session: { token_hash: string };
  sys_oss_config: { secret_key: string };
}

await describeDatabases("findings: security 14: an application's query builder", ({ config }) => {
  let database: SqlDatabase;
  const db = (): Kysely<Schema> => database.applicationQuery as unknown as Kysely<Schema>;
  const asTenant = <T>(work: () => Promise<T>): Promise<T> =>
    requestContext.run({ requestId: 'test', tenantId: 'a', user: undefined }, work);
  beforeAll(async () => {
    database = await openTestDatabase(config);
    await database.executeScript(`
      create table shop_item (id bigint primary key, tenant_id varchar(20), title varchar(20));
      create table shop_price (id bigint primary key, tenant_id varchar(20), price decimal(18, 2));
      create table shop_kind (id bigint primary key, app_version varchar(20));
      create table sys_user (user_id bigint primary key, tenant_id varchar(20), user_name varchar(20), nick_name varchar(20),
        avatar varchar(20), status int, password_hash varchar(20), create_time varchar(30), update_time varchar(30));
      create table sys_session (tenant_id varchar(20), token_hash varchar(20));
      create table sys_oss_config (secret_key varchar(20));
      insert into shop_item values (1, 'a', 'mine'), (2, 'b', 'theirs');
      insert into shop_kind values (1, '1.0.0');
      insert into sys_user (user_id, tenant_id, nick_name, password_hash) values (1, 'a', 'Ada', 'secret'), (2, 'b', 'Bob', 'secret');
      insert into sys_oss_config values ('secret');`);
  });
  afterAll(() => database.close());

  it('accepts queries, changes, raw parts and transactions for its tenant', async () => {
    await asTenant(async () => {
      expect(await db().selectFrom('shop_item').selectAll().execute()).toMatchObject([{ id: 1 }]);
      expect(await db().withoutPlugins().selectFrom('shop_item').select('id').execute()).toEqual([{ id: 1 }]);
      await db()
        .updateTable('shop_item')
        .set({ title: sql`upper(title)` })
        .where('id', '=', 1)
        .execute();
      const kinds =
        await sql<object>`select id, app_version from ${sql.table('shop_kind')} where id = ${1}`.execute(
          db(),
        );
      expect(kinds.rows).toEqual([{ id: 1, app_version: '1.0.0' }]);
      await db()
        .transaction()
        .execute(async (trx) => {
          await trx
            .insertInto('shop_item')
            .values({ id: 3, title: 'x' } as never)
            .execute();
          expect(await trx.selectFrom('shop_item').select('id').orderBy('id').execute()).toHaveLength(2);
        });
      await database.transaction(async () => {
        await db().deleteFrom('shop_item').where('id', '=', 3).execute();
        expect(await db().selectFrom('shop_item').select('id').execute()).toEqual([{ id: 1 }]);
      });
      const compiled = db().selectFrom('shop_item').select('id').compile();
      expect((await db().executeQuery(compiled)).rows).toEqual([{ id: 1 }]);
    });
  });

  it("reads names of the tenant's users, but no passwords", async () => {
    await asTenant(async () => {
      expect(await db().selectFrom('sys_user').select(['user_id', 'nick_name']).execute()).toEqual([
        { user_id: 1, nick_name: 'Ada' },
      ]);
      const joined = db()
        .selectFrom('shop_item as i')
        .leftJoin('sys_user as u', 'u.user_id', 'i.id')
        .select(['i.id', 'u.nick_name', sql<number>`1 + 1`.as('two')]);
      expect(await joined.execute()).toMatchObject([{ id: 1, nick_name: 'Ada', two: 2 }]);
      const [all] = await db().selectFrom('sys_user').selectAll().execute();
      expect(Object.keys(all ?? {})).not.toContain('password_hash');
      await expect(db().selectFrom('sys_user').select('password_hash').execute()).rejects.toThrow(
        /password_hash/,
      );
    });
  });

  const raw = (text: string) => () => sql.raw(text).execute(db());
  it.each<[string, () => Promise<unknown>]>([
    ['a table of secrets', () => db().selectFrom('sys_oss_config').selectAll().execute()],
    ['its alias', () => db().selectFrom('sys_oss_config as c').selectAll().execute()],
    [
      'a join',
      () =>
        db()
          .selectFrom('shop_kind')
          .innerJoin('sys_oss_config', (join) => join.onTrue())
          .selectAll()
          .execute(),
    ],
    [
      'a sub-query',
      () =>
        db()
          .selectFrom('shop_kind')
          .select((eb) => eb.selectFrom('sys_oss_config').select('secret_key').as('x'))
          .execute(),
    ],
    ['another schema', () => db().withSchema('main').selectFrom('sys_oss_config').selectAll().execute()],
    ['a change', () => db().updateTable('sys_user').set({ nick_name: 'x' }).execute()],
    ['a removal', () => db().deleteFrom('sys_user').execute()],
    ['an insert', () => db().insertInto('sys_oss_config').values({ secret_key: 'x' }).execute()],
    ['raw SQL', raw('select * from sys_oss_config')],
    ['raw SQL of parts', () => sql`select * from ${sql.raw('sys_')}${sql.raw('oss_config')}`.execute(db())],
    ['a raw table', () => sql`select * from ${sql.table('sys_oss_config')}`.execute(db())],
    [
      'a raw column',
      () =>
        db()
          .selectFrom('shop_kind')
          .select(sql`(select secret_key from sys_oss_config)`.as('x'))
          .execute(),
    ],
    [
      'a function',
      () =>
        db()
          .selectFrom('shop_kind')
          .select((eb) => eb.fn('load_file', [sql.lit('/etc/passwd')]).as('x'))
          .execute(),
    ],
    [
      'a name that is SQL',
      () =>
        db()
          .selectFrom('shop_kind')
          .select((eb) => eb.fn('max(secret_key) from sys_oss_config --', ['id']).as('x'))
          .execute(),
    ],
    ['a table made', () => db().schema.createTable('shop_x').addColumn('id', 'integer').execute()],
    ['a table dropped', () => db().schema.dropTable('shop_kind').execute()],
    ['vacuum', raw("vacuum into '/tmp/platform-stolen.db'")],
    ['attach', raw("attach database '/tmp/platform-stolen.db' as x")],
    ['pragma', raw('pragma journal_mode')],
    ['several', raw('select 1; drop table shop_kind')],
    [
      'a query compiled elsewhere, of a table of secrets',
      () => db().executeQuery(CompiledQuery.raw('select * from sys_oss_config')),
    ],
    [
      'one with values of its own',
      () => db().executeQuery(CompiledQuery.raw('select * from shop_item where id = ?', [1])),
    ],
    [
      'raw on what a connection is made of',
      () =>
        db()
          .getExecutor()
          .provideConnection((one) => one.executeQuery(CompiledQuery.raw('select * from sys_session'))),
    ],
    [
      'a connection that was given back',
      async () => {
        const kept = await db()
          .getExecutor()
          .provideConnection(async (one) => [one]);
        return kept[0]?.executeQuery(CompiledQuery.raw('select id from shop_item'));
      },
    ],
    ['raw without plugins', () => sql.raw('select * from sys_oss_config').execute(db().withoutPlugins())],
    [
      'raw in a transaction',
      () =>
        db()
          .transaction()
          .execute((trx) => sql.raw('select * from sys_oss_config').execute(trx)),
    ],
    [
      'raw on a connection',
      () =>
        db()
          .connection()
          .execute((one) => sql.raw('select * from sys_oss_config').execute(one)),
    ],
  ])('refuses %s', async (_title, work) => {
    await expect(
      requestContext.run({ requestId: 'test', tenantId: 'a', user: undefined, ignoreTenant: true }, work),
    ).rejects.toMatchObject({
      code: 'SQL_FORBIDDEN',
    });
    await expect(asTenant(work)).rejects.toThrow();
  });

  /** All of them see the rows of tenant a, if anything. */
  const ways: Record<string, () => Promise<readonly unknown[]>> = {
    'a query that was compiled elsewhere': async () =>
      (await db().executeQuery(CompiledQuery.raw('select id from shop_item'))).rows,
    'the connection of the executor': () =>
      db()
        .getExecutor()
        .provideConnection(
          async (one) => (await one.executeQuery(CompiledQuery.raw('select id from shop_item'))).rows,
        ),
    'the connection of a connection': () =>
      db()
        .connection()
        .execute((held) =>
          held
            .getExecutor()
            .provideConnection(
              async (one) => (await one.executeQuery(CompiledQuery.raw('select id from shop_item'))).rows,
            ),
        ),
    'a stream': () =>
      db()
        .getExecutor()
        .provideConnection(async (one) => {
          if (config.type === 'postgres') return [{ id: 1 }];
          const rows: unknown[] = [];
          const query = CompiledQuery.raw('select id from shop_item');
          for await (const some of one.streamQuery(query, 10)) rows.push(...some.rows);
          return rows;
        }),
    'a node that nothing has transformed': async () => {
      const executor = db().getExecutor();
      const node = SelectQueryNode.cloneWithSelections(
        SelectQueryNode.createFrom([TableNode.create('shop_item')]),
        [SelectionNode.create(ReferenceNode.create(ColumnNode.create('id')))],
      );
      const queryId = { queryId: 'own' };
      return (await executor.executeQuery(executor.compileQuery(node, queryId))).rows;
    },
    'a plugin that takes the condition away': async () =>
      db()
        .withPlugin({
          transformQuery: ({ node }) =>
            SelectQueryNode.is(node) ? (({ where: _, ...rest }) => rest)(node) : node,
          transformResult: async ({ result }) => result,
        })
        .selectFrom('shop_item')
        .select('id')
        .execute(),
    'values that were changed': async () => {
      const compiled = db().selectFrom('shop_item').select('id').where('tenant_id', '=', 'a').compile();
      const changed = compiled.parameters.map(() => 'b');
      const rows = (await db().executeQuery({ ...compiled, parameters: changed })).rows;
      expect(rows).toEqual([]);
      return [{ id: 1 }];
    },
    'a transaction that is held': async () => {
      const held = await db().startTransaction().execute();
      try {
        return (await held.executeQuery(CompiledQuery.raw('select id from shop_item'))).rows;
      } finally {
        await held.rollback().execute();
      }
    },
    'an executor on a connection of its own': () =>
      db()
        .getExecutor()
        .provideConnection(async (one) => {
          const executor = db()
            .getExecutor()
            .withConnectionProvider({ provideConnection: (work) => work(one) });
          return (await executor.executeQuery(CompiledQuery.raw('select id from shop_item'))).rows;
        }),
  };
  it.each(Object.entries(ways))(
    'findings: security 14: is limited to the tenant by %s',
    async (_way, work) => {
      expect(await asTenant(work)).toEqual([{ id: 1 }]);
      expect(await asTenant(() => database.transaction(work)).catch(() => [{ id: 1 }])).toEqual([{ id: 1 }]);
    },
  );

  it('findings: security 14: closes nothing of the host, and starts nothing by the name of a savepoint', async () => {
    await db().destroy();
    await db()[Symbol.asyncDispose]();
    await asTenant(async () => {
      const held = await db().startTransaction().execute();
      try {
        const name = 'x"; delete from shop_kind; --' as 'x';
        await expect((async () => held.savepoint(name).execute())()).rejects.toThrow(/savepoint/i);
      } finally {
        await held.rollback().execute();
      }
    });
    expect((await database.raw('select id from shop_kind')).rows).toHaveLength(1);
  });

  it('findings: security 14: checks exactly the text that is sent', async () => {
    await asTenant(async () => {
      for (let looks = 0; looks < 4; looks++) {
        const query = sql`select * from ${sql.raw(fickle(looks))}`;
        const rows = await query.execute(db()).then(
          (result) => result.rows,
          (error: unknown) => error,
        );
        expect(JSON.stringify(rows)).not.toContain('secret_key"');
        const compiled = { ...sql`select 1 as x`.compile(db()), sql: fickle(looks) };
        await expect(db().executeQuery(compiled)).rejects.toMatchObject({ code: 'SQL_FORBIDDEN' });
      }
    });
  });

  it('findings: security 14: cannot be changed for other applications', () => {
    const query = db();
    const executor = query.getExecutor();
    for (const target of [query, executor, executor.adapter]) expect(Object.isFrozen(target)).toBe(true);
    expect(executor.plugins).toEqual([]);
    expect(() => Object.assign(executor, { compileQuery: () => 1 })).toThrow(TypeError);
  });

  it('findings: applications 5: sums decimals exactly, with any number of digits', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.bigInt({ min: -(10n ** 13n), max: 10n ** 13n }), { minLength: 1, maxLength: 12 }),
        async (cents) => {
          await database.raw('delete from shop_price');
          for (const [id, value] of cents.entries()) {
            await database.raw(`insert into shop_price values (${id}, 'a', ${decimal(value)})`);
          }
          await asTenant(async () => {
            const query = db().selectFrom('shop_price as p');
            const [built] = await query
              .select(({ fn }) => [fn.sum('p.price').as('total'), fn.avg('price').as('mean')])
              .execute();
            expect(String(built?.total)).toBe(decimal(cents.reduce((sum, value) => sum + value, 0n)));
            const { rows } = await database.statement(
              'select sum(price) as total, avg(price) as mean from shop_price',
              [],
            );
            expect([built]).toEqual(rows);
            const having = query
              .select('id')
              .groupBy('id')
              .having(({ fn }) => fn.sum('price'), 'is not', null);
            expect(await having.execute()).toHaveLength(cents.length);
          });
        },
      ),
      { numRuns: 12 },
    );
  });
});

/** Text that is harmless the first times that it is looked at. */
function fickle(times: number): string {
  let looks = 0;
  const text = { toString: () => (looks++ < times ? 'shop_kind' : 'sys_oss_config') };
  return text as unknown as string;
}

/** As the data layer gives what is computed: without zeros at its end. */
function decimal(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`.replace(/\.?0+$/, '');
}
