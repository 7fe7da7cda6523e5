import type { Database, Ids, InitialData } from '../../data/index.ts';
import { groupPages, seedGroups } from './menu-groups.ts';
import { seedMenus, seedPage } from './seed-menus.ts';

/** Menus that each later version brought, for databases of earlier ones. (spec: V8) */
export function addLaterMenus(initialData: InitialData, ids: Ids): void {
  const menus = (number: number, isLater: (menuKey: string) => boolean): void =>
    initialData.add(number, async (database) => {
      await seedGroups(database, ids);
      await seedMenus(database, ids, isLater);
    });
  const pages = (number: number, ...pageKeys: string[]): void =>
    initialData.add(number, async (database) => {
      await seedGroups(database, ids);
      for (const page of pageKeys) await seedPage(database, ids, page);
    });
  menus(1, (key) => /^host:(logs|doctor)$/.test(key));
  menus(3, (key) => /^host:(tokens|rights-log|login-providers|system:loginProvider:query)$/.test(key));
  menus(4, (key) => /^host:(nodes|monitor:node:edit)$/.test(key));
  pages(5, 'host:menus');
  pages(
    6,
    'host:oper-log',
    'host:login-log',
    'host:online',
    'host:messaging',
    'host:files',
    'host:storages',
    'host:notices',
  );
  pages(8, 'host:dictionaries');
  pages(9, 'host:tenants');
  pages(10, 'host:departments', 'host:posts');
  menus(12, (key) => /^host:(monitor|monitor:(metrics:edit|diagnosis:query))$/.test(key));
  pages(13, 'host:api');
  initialData.add(14, async (database) => {
    await seedGroups(database, ids);
    for (const page of ['host:tokens', 'host:rights-log']) await seedPage(database, ids, page);
    await groupPages(database);
  });
  initialData.add(15, async (database) => {
    await seedPage(database, ids, 'host:site');
    await grantAs(database, 'host:site', 'host:config');
  });
}

/** Gives a later page to the roles that have another, of which it is a part. */
async function grantAs({ query }: Database, later: string, former: string): Promise<void> {
  const rows = await query
    .selectFrom('sys_menu')
    .where('menu_key', 'in', [later, former])
    .select(['menu_id', 'menu_key'])
    .execute();
  const idOf = new Map(rows.map((row) => [row.menu_key, row.menu_id]));
  const [laterId, formerId] = [idOf.get(later), idOf.get(former)];
  if (laterId === undefined || formerId === undefined) return;
  const granted = await query
    .selectFrom('sys_role_menu')
    .where('menu_id', '=', formerId)
    .select('role_id')
    .execute();
  if (granted.length === 0) return;
  await query
    .insertInto('sys_role_menu')
    .values(granted.map(({ role_id }) => ({ role_id, menu_id: laterId })))
    .execute();
}
