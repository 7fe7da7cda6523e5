import { requestContext } from '../../kernel/index.ts';
import type { Database, Ids } from '../../data/index.ts';
import { FORMER_DIRECTORY, hostMenus } from './host-menus.ts';
import { seedMenus } from './seed-menus.ts';

/** Directories that pages of {@link FORMER_DIRECTORY} went to. */
const groups = hostMenus.filter(
  ({ menuType, path, menuKey }) => menuType === 'M' && path === '/system' && menuKey !== FORMER_DIRECTORY,
);
const groupKeys = groups.map(({ menuKey }) => menuKey);

/** Adds the groups that are not there. */
export const seedGroups = (database: Database, ids: Ids): Promise<void> =>
  seedMenus(database, ids, (menuKey) => groupKeys.includes(menuKey));

/**
 * Moves the host's pages from the former directory into their groups. A page that stands elsewhere
 * was moved by an operator, and stays. Tenants whose package lacks the directory lack the groups.
 */
export async function groupPages(database: Database): Promise<void> {
  const { query } = database;
  const directories = await query
    .selectFrom('sys_menu')
    .where('menu_key', 'in', [...groupKeys, FORMER_DIRECTORY])
    .select(['menu_id', 'menu_key'])
    .execute();
  const idOf = new Map(directories.map((row) => [row.menu_key, row.menu_id]));
  const former = idOf.get(FORMER_DIRECTORY);
  if (former === undefined) return;
  for (const group of groupKeys) {
    const pages = hostMenus.filter(({ parentKey }) => parentKey === group);
    await query
      .updateTable('sys_menu')
      .set({ parent_id: idOf.get(group) ?? former })
      .where(
        'menu_key',
        'in',
        pages.map(({ menuKey }) => menuKey),
      )
      .where('parent_id', '=', former)
      .execute();
  }
  await excludeGroups(database);
}

async function excludeGroups({ query }: Database): Promise<void> {
  await requestContext.runIgnoringTenant(async () => {
    const tenants = await query
      .selectFrom('sys_tenant')
      .where('excluded_menus', 'like', `%"${FORMER_DIRECTORY}"%`)
      .select(['tenant_code', 'excluded_menus'])
      .execute();
    for (const tenant of tenants) {
      const keys = new Set([...(JSON.parse(tenant.excluded_menus ?? '[]') as string[]), ...groupKeys]);
      await query
        .updateTable('sys_tenant')
        .set({ excluded_menus: JSON.stringify([...keys]) })
        .where('tenant_code', '=', tenant.tenant_code)
        .execute();
    }
  });
}
