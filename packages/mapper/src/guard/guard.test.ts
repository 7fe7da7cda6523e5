import { describe, expect, it } from 'vitest';
import type { Dialect } from '../dialect.ts';
import { Catalog } from '../tenant/catalog.ts';
import { planStatement } from '../tenant/plan-statement.ts';

const catalog = new Catalog([
  { table_name: 'shop_item', column_name: 'tenant_id' },
  { table_name: 'shop_kind', column_name: null },
  { table_name: 'sys_user', column_name: 'tenant_id' },
  { table_name: 'sys_session', column_name: 'tenant_id' },
  { table_name: 'sys_oss_config', column_name: null },
  { table_name: 'sys_of_tomorrow', column_name: null },
]);
const modes = [
  { filtered: true, hasUser: true },
  { filtered: false, hasUser: false },
  { filtered: false, hasUser: false, verbatim: true },
];
const codeOf = (work: () => unknown): string | undefined => {
  try {
    work();
    return undefined;
  } catch (error) {
    return (error as { code?: string }).code;
  }
};

const FORBIDDEN: ReadonlyArray<readonly [string, ...Dialect[]]> = [
  ["vacuum into '/tmp/x'", 'sqlite'],
  ["attach database '/tmp/x' as x", 'sqlite'],
  ["ATTACH '/tmp/x' AS x", 'sqlite'],
  ['detach database main', 'sqlite'],
  ['pragma writable_schema = on', 'sqlite'],
  ['reindex', 'sqlite'],
  ['drop table shop_kind', 'sqlite', 'mysql', 'postgres'],
  ['create table x (id int)', 'sqlite', 'mysql', 'postgres'],
  ['/* select */ alter table shop_kind add x int', 'sqlite', 'mysql', 'postgres'],
  ['truncate shop_kind', 'mysql', 'postgres'],
  ['select 1; drop table shop_kind', 'sqlite', 'mysql', 'postgres'],
  ["copy shop_kind to '/tmp/x'", 'postgres'],
  ["do 'begin end'", 'postgres'],
  ['set role postgres', 'postgres'],
  ['grant all on shop_kind to public', 'postgres', 'mysql'],
  ["load data infile '/etc/passwd' into table shop_kind", 'mysql'],
  ["select * into outfile '/tmp/x' from shop_kind", 'mysql'],
  ["select id from shop_kind into dumpfile '/tmp/x'", 'mysql'],
  ["select load_file('/etc/passwd')", 'mysql'],
  ["select load_extension('x')", 'sqlite'],
  ["select id from shop_kind where id = (select max((load_extension('x'))))", 'sqlite'],
  ['select (select 1; select 2)', 'sqlite', 'mysql', 'postgres'],
  ['select * from (select passwd from pg_shadow) x', 'postgres'],
  ['select U&"\\0073ys_user" from shop_kind', 'postgres'],
  ["select pg_read_file('/etc/passwd')", 'postgres'],
  ["select pg_catalog.pg_read_file('/etc/passwd')", 'postgres'],
  ['select "pg_read_file"(\'/etc/passwd\')', 'postgres'],
  ["select * from pg_ls_dir('/')", 'postgres'],
  ["select lo_import('/etc/passwd')", 'postgres'],
  ['select rolpassword from pg_authid', 'postgres'],
  ['select passwd from pg_catalog.pg_shadow', 'postgres'],
  ['select passwd from platform.pg_catalog.pg_shadow', 'postgres'],
  ['select * from (pg_stats cross join shop_kind)', 'postgres'],
  ['select * from shop_kind, pg_stats', 'postgres'],
  ['select query from pg_stat_activity', 'postgres'],
  ['select * from mysql.user', 'mysql'],
  ['select * from `mysql`.`global_priv`', 'mysql'],
  ['select * from information_schema.processlist', 'mysql'],
  ['select data from sqlite_dbpage', 'sqlite'],
  ['select token_hash from sys_session', 'sqlite', 'mysql', 'postgres'],
  ['select token_hash from SYS_Session s', 'sqlite', 'mysql', 'postgres'],
  ['select token_hash from "sys_session"', 'sqlite', 'postgres'],
  ['select token_hash from `sys_session`', 'sqlite', 'mysql'],
  ['select token_hash from [sys_session]', 'sqlite'],
  ["select token_hash from 'sys_session'", 'sqlite'],
  ['select token_hash from main.sys_session', 'sqlite'],
  ['select token_hash from public.sys_session', 'postgres'],
  ['select * from (select * from sys_oss_config) x', 'sqlite', 'mysql', 'postgres'],
  ['select (select max(secret_key) from sys_oss_config) from shop_kind', 'sqlite', 'mysql', 'postgres'],
  ['with x as (select * from sys_oss_config) select * from x', 'sqlite', 'mysql', 'postgres'],
  ['select 1 from shop_kind where exists (select 1 from sys_oss_config)', 'sqlite', 'mysql', 'postgres'],
  ['select 1 from shop_kind union select secret_key from sys_oss_config', 'sqlite', 'mysql', 'postgres'],
  ['select * from shop_kind k join sys_oss_config c on 1 = 1', 'sqlite', 'mysql', 'postgres'],
  ['select manifest_json from app_version', 'sqlite', 'mysql', 'postgres'],
  ['select 1 from shop_kind where id in sys_session', 'sqlite'],
  ['select token_hash from only (sys_session)', 'postgres'],
  ['select token_hash from {oj sys_session s left join shop_kind k on 1 = 1}', 'mysql'],
  ['select * from (table sys_session) x', 'mysql', 'postgres'],
  ['select * from sys_of_tomorrow', 'sqlite', 'mysql', 'postgres'],
  ['insert into shop_kind (id) select secret_key from sys_oss_config', 'sqlite', 'mysql', 'postgres'],
  ["update sys_user set password_hash = 'x'", 'sqlite', 'mysql', 'postgres'],
  ['delete from sys_user', 'sqlite', 'mysql', 'postgres'],
  ['insert into sys_user (user_id) values (1)', 'sqlite', 'mysql', 'postgres'],
  ['replace into sys_user (user_id) values (1)', 'sqlite', 'mysql'],
  ['update shop_kind k join sys_user u on 1 = 1 set u.status = 0', 'mysql'],
  [
    'update shop_kind set id = 1 where id in (select secret_key from sys_oss_config)',
    'sqlite',
    'mysql',
    'postgres',
  ],
  ['with x as (delete from sys_user returning *) select * from x', 'postgres'],
  [
    'select 1 from shop_kind order by (select token_hash from sys_session limit 1)',
    'sqlite',
    'mysql',
    'postgres',
  ],
];

describe("findings: security 14: an application's SQL", () => {
  it.each(FORBIDDEN.map(([text, ...dialects]) => ({ text, dialects })))(
    'refuses: $text',
    ({ text, dialects }) => {
      for (const dialect of dialects) {
        for (const mode of modes) {
          const code = codeOf(() => planStatement(text, { dialect, catalog, ...mode }));
          expect(
            ['SQL_FORBIDDEN', 'TENANT_QUERY_REFUSED'],
            `${dialect} ${JSON.stringify(mode)}: ${code}`,
          ).toContain(code);
        }
      }
    },
  );

  it.each(
    `load_extension load_file readfile writefile fts3_tokenizer sys_exec sys_eval pg_read_file pg_ls_dir
     pg_stat_file pg_read_binary_file pg_file_write lo_import lo_export lo_create lo_from_bytea lo_put lo_get
     lo_unlink pg_terminate_backend pg_cancel_backend pg_reload_conf pg_rotate_logfile pg_switch_wal pg_promote
     pg_create_restore_point pg_logdir_ls set_config pg_advisory_lock pg_try_advisory_lock get_lock
     query_to_xml cursor_to_xml table_to_xml schema_to_xml database_to_xml dblink dblink_exec ts_stat crosstab
     xpath_table setval sleep benchmark pg_sleep pg_sleep_for pg_sleep_until pg_logical_emit_message
     pg_stat_get_activity pg_hba_file_rules pg_show_all_settings`.split(/\s+/),
  )('refuses a call of %s', (name) => {
    for (const dialect of ['sqlite', 'mysql', 'postgres'] as const) {
      const run = () =>
        planStatement(`select ${name}(1)`, { dialect, catalog, filtered: false, hasUser: false });
      expect(codeOf(run)).toBe('SQL_FORBIDDEN');
    }
  });

  it.each([
    'select id from shop_kind',
    'with x as (select id from shop_kind) select * from x',
    'values (1)',
    '(select 1) union (select 2)',
    'select app_code, sys_time from shop_kind',
    'select id, app_version, k.app_info from shop_kind k where app_version = 1 order by id, app_version',
    'update shop_kind set app_version = 2',
    'select k.copy, k.attach, k.file from shop_kind k',
    'select k.id, pg_k.id from shop_kind k, shop_kind pg_k',
    'select sleep, outfile, u from shop_kind where u & 1 = 1',
    "select 'drop table sys_users; vacuum' from shop_kind",
    'insert into shop_kind (id) values (1)',
    'update shop_kind set id = 1',
    'delete from shop_kind where id = 1;',
    'select table_name from information_schema.tables',
  ])('accepts: %s', (text) => {
    for (const dialect of ['sqlite', 'mysql', 'postgres'] as const) {
      for (const mode of modes) planStatement(text, { dialect, catalog, ...mode });
    }
  });

  it.each([
    ['insert into shop_kind (id) select user_id from sys_user'],
    ['update shop_kind set id = (select max(user_id) from sys_user)'],
    ['delete from shop_kind where id in (select user_id from sys_user)'],
  ])("never changes rows of all tenants by the host's: %s", (text) => {
    const options = { dialect: 'sqlite', catalog, filtered: false, hasUser: false, verbatim: true } as const;
    expect(codeOf(() => planStatement(text, options))).toBe('SQL_FORBIDDEN');
  });

  it.each([
    ['sys_user', 'Read it, behind from or join', 'user_id, tenant_id, user_name'],
    ['sys_session', "Use the SDK's services", 'ConfigService'],
  ])('says what to do instead of writing to %s', (table, what, names) => {
    const run = (): unknown =>
      planStatement(`delete from ${table}`, { dialect: 'sqlite', catalog, filtered: true, hasUser: false });
    expect(run).toThrow(
      expect.objectContaining({
        message: `An application must not run this SQL: it touches the host's table ${table}.`,
        fix: expect.stringMatching(new RegExp(`^${what}.*${names}`)) as string,
      }),
    );
  });

  it("reads only public columns of the host's users, of its own tenant", () => {
    const sql = (text: string, mode: (typeof modes)[number]): string =>
      planStatement(text, { dialect: 'sqlite', catalog, ...mode }).sql;
    const columns = 'user_id, tenant_id, user_name, nick_name, avatar, status, create_time, update_time';
    const [filtered, all, verbatim] = modes.map((mode) => sql('select u.* from sys_user u', mode));
    expect(filtered).toBe(`select u.* from (select ${columns} from sys_user where tenant_id = ?) u`);
    expect(all).toBe(`select u.* from (select ${columns} from sys_user) u`);
    expect(verbatim).toBe(all);
    expect(
      sql('select i.id from shop_item i left join sys_user on sys_user.user_id = i.id', modes[1]!),
    ).toContain(`left join (select ${columns} from sys_user) sys_user on sys_user.user_id`);
  });
});
