import { DEFAULT_TENANT } from '../../kernel/index.ts';
import type { Database } from '../database.ts';
import type { MigrationContext } from './migration.ts';

/** Row of `sys_config` with the migration that a host must know at least. (design 10.7-17) */
const ROW = 'platform.schema.min';
/** No generated identifier is zero, and a migration has none to take. */
const ROW_ID = 0;

/**
 * Says which migration a host must know to run on this database: the last one whose tables and
 * columns it needs. Hosts that know less are refused at their start; others continue beside newer
 * ones.
 *
 * Write it in the migration that ends the use of something old.
 */
export async function requireSchema({ db }: MigrationContext, migration: string): Promise<void> {
  const row = await db
    .selectFrom('sys_config')
    .select('config_id')
    .where('config_key', '=', ROW)
    .where('tenant_id', '=', DEFAULT_TENANT)
    .executeTakeFirst();
  if (row) {
    await db
      .updateTable('sys_config')
      .set({ config_value: migration })
      .where('config_id', '=', row.config_id)
      .execute();
    return;
  }
  await db
    .insertInto('sys_config')
    .values({
      config_id: ROW_ID,
      tenant_id: DEFAULT_TENANT,
      config_name: 'Schema that a host must know at least',
      config_key: ROW,
      config_value: migration,
      config_category: '',
      is_system: true,
    })
    .execute();
}

/** @returns undefined for a database from before {@link requireSchema} */
export async function leastSchema(database: Pick<Database, 'raw'>): Promise<string | undefined> {
  const { rows } = await database.raw<{ least: string | null }>(
    `select config_value as least from sys_config where config_key = '${ROW}' and tenant_id = '${DEFAULT_TENANT}'`,
  );
  return rows[0]?.least ?? undefined;
}
