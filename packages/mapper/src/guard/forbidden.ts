const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Functions beyond rows: files, servers, sessions, SQL in strings, delays. */
const FUNCTIONS = words(`
  load_extension load_file readfile writefile fts3_tokenizer sys_exec sys_eval
  pg_read_file pg_read_binary_file pg_ls_dir pg_stat_file pg_file_write pg_logdir_ls lo_import lo_export lo_create
  lo_from_bytea lo_put lo_get lo_unlink pg_terminate_backend pg_cancel_backend pg_reload_conf pg_rotate_logfile
  pg_switch_wal pg_promote pg_create_restore_point set_config pg_advisory_lock pg_advisory_xact_lock get_lock
  query_to_xml query_to_xmlschema query_to_xml_and_xmlschema cursor_to_xml table_to_xml schema_to_xml database_to_xml
  ts_stat crosstab xpath_table setval sleep benchmark pg_sleep pg_sleep_for pg_sleep_until
`);
const FUNCTION_PREFIX =
  /^(dblink|pg_ls_|pg_logical_|pg_read_|pg_file_|pg_stat_get_|pg_hba_|pg_show_|pg_advisory_|pg_try_advisory_|lo_|(query|table|schema|database|cursor)_to_xml)/;

/** @param name in lower case */
export const isForbiddenFunction = (name: string): boolean =>
  FUNCTIONS.has(name) || FUNCTION_PREFIX.test(name);

/** System tables without rows, passwords, statements or statistics of others. */
const CATALOGUE = words(`
  sqlite_master sqlite_schema sqlite_temp_master sqlite_temp_schema sqlite_sequence
  pg_class pg_attribute pg_namespace pg_type pg_index pg_indexes pg_tables pg_views pg_constraint pg_description
`);
const CATALOGUE_FUNCTION = /^pragma_(table|index|foreign_key)_x?(info|list)$/;
const OF_DATABASE = /^(sqlite_|pg_|pragma_|dbstat$|innodb_)/;
/** Schemas with accounts, sessions or statements of all users. */
const SCHEMAS = words('mysql performance_schema sys pg_toast pg_temp');

/** Whether a system table is forbidden for applications. Names in lower case. */
export const isForbiddenTable = (name: string, schema: string | undefined): boolean =>
  (schema !== undefined && SCHEMAS.has(schema)) ||
  (schema === 'information_schema' && /^(processlist|user_privileges|innodb_|files$)/.test(name)) ||
  (OF_DATABASE.test(name) && !CATALOGUE.has(name) && !CATALOGUE_FUNCTION.test(name));
