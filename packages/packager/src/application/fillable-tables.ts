import type { ScratchKind } from './scratch/scratch-database.ts';

const COMMON = 'create_time TEXT, update_time TEXT, create_by INTEGER, update_by INTEGER';

/**
 * The host's tables that scripts may fill (design 9.1-8), as far as a script notices: columns,
 * defaults and what is unique. A test of the host holds them equal to its own.
 */
export const FILLABLE_TABLES = `
CREATE TABLE sys_config (
  config_id INTEGER PRIMARY KEY, tenant_id TEXT NOT NULL, config_name TEXT, config_key TEXT NOT NULL, config_value TEXT,
  config_category TEXT, is_system BOOLEAN NOT NULL DEFAULT 0, remark TEXT, config_names TEXT, ${COMMON}, UNIQUE (tenant_id, config_key));
CREATE TABLE sys_dict_type (
  dict_id INTEGER PRIMARY KEY, tenant_id TEXT NOT NULL, dict_name TEXT NOT NULL, dict_type TEXT NOT NULL,
  status INTEGER NOT NULL DEFAULT 1, remark TEXT, dict_names TEXT, ${COMMON}, UNIQUE (tenant_id, dict_type));
CREATE TABLE sys_dict_data (
  dict_code INTEGER PRIMARY KEY, tenant_id TEXT NOT NULL, dict_type TEXT NOT NULL, dict_label TEXT NOT NULL,
  dict_value TEXT NOT NULL, dict_sort INTEGER NOT NULL DEFAULT 0, list_class TEXT, is_default BOOLEAN NOT NULL DEFAULT 0,
  status INTEGER NOT NULL DEFAULT 1, remark TEXT, label_names TEXT, ${COMMON}, UNIQUE (tenant_id, dict_type, dict_value));
`;

/** The same tables for a database: keys have a length on MySQL, and numbers hold 64-bit ids. */
export function fillableTables(kind: ScratchKind): string {
  if (kind === 'sqlite') return FILLABLE_TABLES;
  return FILLABLE_TABLES.replaceAll(' TEXT', ' VARCHAR(190)')
    .replaceAll('INTEGER', 'BIGINT')
    .replaceAll('BOOLEAN NOT NULL DEFAULT 0', 'BOOLEAN NOT NULL DEFAULT FALSE');
}
