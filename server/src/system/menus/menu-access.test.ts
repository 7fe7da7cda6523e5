import { expect, it } from 'vitest';
import type { LoginUser } from '../../kernel/index.ts';
import { MenuAccess, type MenuAccessParts } from './menu-access.ts';
import type { Menu } from './menu.ts';

const COUNT = 2_000;

it('menus that a person may give to roles are found among thousands of permissions', async () => {
  const menus = Array.from({ length: COUNT }, (_, at) => ({
    ...{ menuId: at, menuKey: `scale:${at}`, parentId: 0, appCode: null },
    perms: at === 0 ? null : `scale:page${at}:list`,
  })) as Menu[];
  let reads = 0;
  const permissions = new Proxy(
    menus.flatMap(({ perms, menuId }) => (perms && menuId % 2 === 0 ? perms : [])),
    { get: (list, key) => (reads++, Reflect.get(list, key) as unknown) },
  );
  const access = new MenuAccess({
    known: { list: async () => ({ menus, version: 1 }) },
    services: { find: () => undefined },
    limits: { of: async () => ({ excludedMenus: [] }) },
    edition: 'publisher',
  } as unknown as MenuAccessParts);
  const user = { tenantId: '000000', permissions } as unknown as LoginUser;
  expect((await access.grantable(user)).build().map(({ menuId }) => menuId % 2)).toEqual(
    new Array(COUNT / 2).fill(0),
  );
  expect(reads).toBeLessThan(10 * COUNT);
});
