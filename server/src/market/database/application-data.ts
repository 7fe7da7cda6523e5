import type { ApplicationData } from '@platform/host-api';
import { sql } from 'kysely';
import type { Database } from '../../data/index.ts';
import { requestContext } from '../../kernel/index.ts';
import { ownerOf } from './table-owner.ts';

export type { ApplicationData };

export const NO_DATA: ApplicationData = {
  tables: [],
  settings: 0,
  dictionaries: 0,
  tasks: 0,
  unreadNotices: 0,
  readNotices: 0,
  objects: { count: 0, names: [] },
};

/** Number of stored objects that a plan names. */
const MAX_NAMES = 20;

/** Values of `sys_config.config_category` that belong to an application. */
export const configCategories = (appCode: string): string[] => [appCode, `${appCode}.private`];

/**
 * Dictionary types of an application. Of two codes that one begins with, such as `site` and
 * `site-visit`, the longer one owns it. (design 9.1-9)
 *
 * @param table with a row for each type, or for each of its entries
 */
export async function dictTypesOf(
  { query }: Pick<Database, 'query'>,
  appCode: string,
  table: 'sys_dict_type' | 'sys_dict_data',
): Promise<string[]> {
  const types = await query.selectFrom(table).select('dict_type').distinct().execute();
  // Applications that were removed have a row, too: their data may have stayed.
  const known = await query.selectFrom('app_desired').select('app_code').execute();
  const codes = [appCode, ...known.map((row) => row.app_code)];
  return types.flatMap(({ dict_type: type }) => (ownerOf(type, codes) === appCode ? type : []));
}

/**
 * Counts the data of an application.
 *
 * @param tables its existing tables
 * @param tenantId limits the count to this tenant
 */
export function countData(
  database: Database,
  appCode: string,
  tables: readonly string[],
  tenantId?: string,
): Promise<ApplicationData> {
  const { query } = database;
  const number = (row: { readonly n: number | string | bigint } | undefined): number => Number(row?.n ?? 0);
  return requestContext.runIgnoringTenant(async () => {
    const tenantTables = await database.tenantTables();
    const counted: Array<{ name: string; rows: number }> = [];
    for (const name of tables) {
      const isFiltered = tenantId !== undefined && tenantTables.has(name.toLowerCase());
      const { rows } = await sql<{
        n: number;
      }>`select count(*) as n from ${sql.table(name)} ${isFiltered ? sql`where tenant_id = ${tenantId}` : sql``}`.execute(
        query,
      );
      counted.push({ name, rows: number(rows[0]) });
    }
    const of = (table: 'sys_job' | 'sys_user_notice' | 'sys_oss') =>
      query
        .selectFrom(table)
        .where('app_code', '=', appCode)
        .$if(tenantId !== undefined, (select) => select.where('tenant_id', '=', tenantId ?? ''))
        .select((eb) => eb.fn.countAll<number>().as('n'));
    const settings = query
      .selectFrom('sys_config')
      .where('config_category', 'in', configCategories(appCode))
      .select((eb) => eb.fn.countAll<number>().as('n'));
    const types = await dictTypesOf(database, appCode, 'sys_dict_type');
    const unread = await of('sys_user_notice')
      .where(sql<boolean>`read_time is null`)
      .executeTakeFirst();
    const notices = number(await of('sys_user_notice').executeTakeFirst());
    const names = await query
      .selectFrom('sys_oss')
      .where('app_code', '=', appCode)
      .$if(tenantId !== undefined, (select) => select.where('tenant_id', '=', tenantId ?? ''))
      .orderBy('oss_id', 'desc')
      .limit(MAX_NAMES)
      .select('original_name')
      .execute();
    return {
      tables: counted,
      settings: number(await settings.executeTakeFirst()),
      dictionaries: types.length,
      tasks: number(await of('sys_job').executeTakeFirst()),
      unreadNotices: number(unread),
      readNotices: notices - number(unread),
      objects: {
        count: number(await of('sys_oss').executeTakeFirst()),
        names: names.map((row) => row.original_name),
      },
    };
  });
}
