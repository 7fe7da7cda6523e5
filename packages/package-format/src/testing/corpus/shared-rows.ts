import { withFile, type HostilePackage } from './hostile-package.ts';

type Row = readonly [name: string, sql: string];
const config = (values: string): string => `insert into sys_config (config_id, config_key) ${values}`;

/**
 * Rows of `sys_config` and `sys_dict_*` that belong to another application, or whose owner cannot
 * be determined (design 9.1-8).
 */
const ROWS: readonly Row[] = [
  ['init-marker', config("values (1, 'platform.init.version')")],
  ['key-of-another', config("values (1, 'hello.a'), (2, 'member.a')")],
  ['key-of-a-longer-code', config("values (1, 'helloworld.a')")],
  ['key-put-together', config("select 1, 'plat' || 'form.init.version'")],
  ['key-by-function', config("select 1, concat('platform.', 'init.version')")],
  ['key-of-a-second-select', config("select 1, 'hello.a' union all select 2, 'member.a'")],
  ['key-from-a-table', config('select id, title from hello_item')],
  ['key-changed', "update sys_config set config_key = 'member.a' where config_key = 'hello.a'"],
  [
    'category-of-another',
    "insert into sys_config (config_key, config_category) values ('hello.a', 'member')",
  ],
  ['without-columns', "insert into sys_config values (1, 'hello.a')"],
  ['without-key', "insert into sys_config (config_value) values ('x')"],
  ['set-form', "insert into sys_config set config_key = 'member.a'"],
  ['replace', "replace into sys_config (config_key) values ('app-market.security.mode')"],
  ['update-all', "update sys_config set config_value = 'x'"],
  ['update-or', "update sys_config set config_value = 'x' where config_key = 'hello.a' or 1 = 1"],
  [
    'update-or-in-brackets',
    "update sys_config set config_value = 'x' where (config_key = 'hello.a' or 1 = 1)",
  ],
  ['update-not', "update sys_config set config_value = 'x' where not config_key = 'hello.a'"],
  ['update-unequal', "update sys_config set config_value = 'x' where config_key <> 'hello.a'"],
  ['update-like-any', "update sys_config set config_value = 'x' where config_key like '%hello.a'"],
  [
    'update-joined',
    "update sys_config a, sys_config b set a.config_value = 1 where b.config_key = 'hello.a'",
  ],
  [
    'update-from',
    "update sys_config set config_value = 'x' from hello_item o where o.config_key = 'hello.a'",
  ],
  [
    'update-from-with-alias',
    "update sys_config as c set config_value = 'x' from sys_dict_type d where d.dict_type = 'hello_a'",
  ],
  [
    'update-from-a-sub-query',
    "update sys_config set config_value = 'x' from (select 'hello.a' as config_key) o where config_key = 'hello.a'",
  ],
  ['delete-all', 'delete from sys_config'],
  ['delete-in-a-sub-query', "delete from sys_dict_type where dict_type in ('hello_a', (select 'member_a'))"],
  ['truncate', 'truncate table sys_dict_data'],
  ['dictionary-of-another', "insert into sys_dict_type (dict_id, dict_type) values (1, 'member_level')"],
  ['dictionary-by-value', "delete from sys_dict_data where dict_value = 'x'"],
  ['in-a-block', 'do $$ begin delete from sys_config; end $$'],
  [
    'in-a-common-table',
    'with x as (delete from sys_config returning 1) insert into hello_item select 1 from x',
  ],
];

const TABLES: readonly Row[] = [
  ['schema-like-the-prefix', 'drop table hello_x.sys_user'],
  ['quoted-schema-like-the-prefix', 'delete from "hello_x"."sys_user"'],
  ['reads-the-host', 'insert into hello_item (id) select user_id from sys_user'],
  [
    'reads-the-host-in-a-condition',
    'delete from hello_item where id in (select version_id from app_version)',
  ],
  ['reads-by-table', 'insert into hello_item table sys_user'],
  ['copies-by-table', 'create table hello_copy as table sys_user'],
  [
    'foreign-key-to-the-host',
    'create table hello_x (id int references sys_user (user_id) on delete cascade)',
  ],
  ['view-of-the-host', 'create view hello_v as select * from sys_user'],
  ['view-of-another', 'create or replace view hello_v as select * from member_member'],
  ['view-of-a-second', 'create view hello_v as select 1 from hello_item a join member_member b on true'],
  ['materialized-view-of-another', 'create materialized view hello_v as select * from member_member'],
  ['comment', "comment on table sys_user is 'x'"],
  ['comment-on-a-column', "comment on column sys_user.password is 'x'"],
  ['drop-index-by-name', 'drop index sys_user_name'],
  ['drop-second-index', 'create index hello_a on hello_item (id); drop index if exists hello_a, uk_user'],
];

const STATEMENTS: readonly Row[] = [
  ['owner', 'alter table hello_item owner to postgres'],
  ['schema', 'alter table hello_item set schema evil'],
  ['virtual-table-of-a-file', "create virtual table hello_v using csv(filename = '/etc/passwd')"],
  ['sequence', "select setval('sys_user_id_seq', 1)"],
];

const cases = (prefix: string, code: string, rows: readonly Row[]): HostilePackage[] =>
  rows.map(([name, sql]) => ({
    name: `${prefix}-${name}`,
    code,
    ...withFile('migrations/02-more.sql', sql),
  }));

/** Scripts that reach other applications through what all of them share. */
export const SHARED_ROWS: readonly HostilePackage[] = [
  ...cases('sql-rows', 'MIGRATION_FOREIGN_ROWS', ROWS),
  ...cases('sql-beyond', 'MIGRATION_FOREIGN_TABLE', TABLES),
  ...cases('sql-beyond-statement', 'MIGRATION_STATEMENT_REFUSED', STATEMENTS),
  ...cases('sql-ambiguous', 'MIGRATION_AMBIGUOUS', [
    ['carriage-return-ends-a-comment', '-- harmless\rdrop table sys_user'],
  ]),
];
