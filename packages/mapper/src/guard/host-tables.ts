const common = ['create_time', 'update_time'] as const;

/**
 * Columns of host tables that applications may read.
 *
 * They contain no secrets, no addresses of people and no settings. `ConfigService` reads settings,
 * `OssService` files. Only the host writes to its tables.
 */
export const READABLE_HOST_TABLES: ReadonlyMap<string, readonly string[]> = new Map([
  ['sys_user', ['user_id', 'tenant_id', 'user_name', 'nick_name', 'avatar', 'status', ...common]],
  ['sys_role', ['role_id', 'tenant_id', 'role_name', 'role_key', 'order_num', 'status', ...common]],
  ['sys_dict_type', ['dict_id', 'tenant_id', 'dict_name', 'dict_type', 'status', 'remark', ...common]],
  [
    'sys_dict_data',
    [
      ...['dict_code', 'tenant_id', 'dict_type', 'dict_label', 'dict_value', 'dict_sort', 'list_class'],
      ...['is_default', 'status', 'remark', ...common],
    ],
  ],
  ['sys_oss', ['oss_id', 'tenant_id', 'original_name', 'content_type', 'size', ...common]],
]);

/** Definitions of these tables for a database without data. */
export const readableTableDefinitions = (): string[] =>
  [...READABLE_HOST_TABLES].map(([table, columns]) => {
    const typed = columns.map((column) => `${column} ${typeOf(column)}`);
    return `create table ${table} (${typed.join(', ')})`;
  });

function typeOf(column: string): string {
  if (/_time$/.test(column)) return 'timestamp null';
  return /(_id|_num|_sort|_code|^size|^status)$/.test(column) && column !== 'tenant_id'
    ? 'bigint'
    : 'varchar(190)';
}

const PREFIX = /^(sys|app)_/;

/**
 * Tables of a host. On a database without them, such as the packager's, these names are reserved.
 */
const KNOWN: ReadonlySet<string> = new Set(
  `
  app_info app_version app_version_content app_install app_version_menu app_schema_history app_task app_catalog_token
  app_code_key app_package sys_tenant sys_user sys_role sys_user_role sys_role_menu sys_session sys_token sys_menu sys_config
  sys_dict_type sys_dict_data sys_notice sys_oss sys_oss_config sys_oper_log sys_login_log sys_rights_log sys_job sys_job_log
  sys_message_queue sys_message sys_user_notice sys_migration sys_incident sys_quarantine
`
    .trim()
    .split(/\s+/),
);

/**
 * Whether a table is the host's.
 *
 * @param name in lower case
 */
export const isHostTable = (name: string, tables: { has(table: string): boolean }): boolean =>
  PREFIX.test(name) && (KNOWN.has(name) || tables.has(name));
