import type { Database } from '../../data/index.ts';
import { prefixedKey } from '../../infra/index.ts';
import { OBJECT_FOLDERS } from './areas.ts';
import type { BackupManifest } from './manifest.ts';

/** Paths in a backup of all objects in local storages; buckets are not part of a backup. */
export async function localObjects(database: Database): Promise<string[]> {
  return [...(await localPaths(database, 'sys_oss', 'oss_id')).values()];
}

/** Those of content that no object names any more and that is still there, by its number. */
export async function localLeftovers(database: Database): Promise<ReadonlyMap<number, string>> {
  if (!(await database.hasTable('sys_oss_leftover'))) return new Map();
  return localPaths(database, 'sys_oss_leftover', 'leftover_id');
}

async function localPaths(database: Database, table: string, id: string): Promise<Map<number, string>> {
  const { rows } = await database.raw<{
    id: number;
    object_key: string;
    visibility: 'private' | 'public';
    prefix: string | null;
  }>(
    `select o.${id} as id, o.object_key, o.visibility, c.prefix from ${table} o
     join sys_oss_config c on c.config_key = o.storage where c.storage_type = 'local'`,
  );
  return new Map(
    rows.map((row) => [
      row.id,
      `${OBJECT_FOLDERS[row.visibility]}/${prefixedKey(row.prefix ?? undefined, row.object_key)}`,
    ]),
  );
}

/** Storages whose objects are in buckets. */
export async function bucketStorages(database: Database): Promise<string[]> {
  const { rows } = await database.raw<{ config_key: string }>(
    `select distinct c.config_key from sys_oss_config c
     join sys_oss o on o.storage = c.config_key where c.storage_type <> 'local'`,
  );
  return rows.map((row) => row.config_key);
}

export async function installedApplications(database: Database): Promise<BackupManifest['applications']> {
  const { rows } = await database.raw<{ tenant_id: string; app_code: string; version: string }>(
    'select tenant_id, app_code, version from app_install order by tenant_id, app_code',
  );
  return rows.map((row) => ({ tenantId: row.tenant_id, code: row.app_code, version: row.version }));
}

/** Name of the last migration of the host's own tables. */
export async function lastMigration(database: Database): Promise<string> {
  if (!(await database.hasTable('sys_migration'))) return '';
  const { rows } = await database.raw<{ name: string }>('select max(name) as name from sys_migration');
  return rows[0]?.name ?? '';
}
