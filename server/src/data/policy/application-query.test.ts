import { CompiledQuery, sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { requestContext } from '../../kernel/index.ts';
import type { SqlDatabase } from '../sql-database.ts';
import { describeDatabases } from '../testing/databases.ts';
import { openTestDatabase } from '../testing/open.ts';

interface Schema {
  shop_item: { id: number; tenant_id: string; title: string };
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

  it('takes queries, changes, raw parts and transactions as before, for its tenant', async () => {
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

  it('reads names of users of the tenant, and no password', async () => {
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
    ['a query compiled elsewhere', () => db().executeQuery(CompiledQuery.raw('select * from shop_item'))],
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
});
