import type { Menu } from '@platform/host-api';
import type { Locale } from '@/shared/i18n';
import { menuRowName } from './menu-names.ts';

type Granted = Pick<Menu, 'menuId' | 'parentId' | 'menuKey' | 'menuName' | 'menuNames' | 'perms'>;

/** Names of permissions: the first menu that each belongs to, with those above it. */
export function permissionNames(menus: readonly Granted[], locale: Locale): ReadonlyMap<string, string> {
  const byId = new Map(menus.map((menu) => [menu.menuId, menu]));
  const pathOf = (menu: Granted): string => {
    const above = byId.get(menu.parentId);
    const own = menuRowName(menu, locale);
    return above ? `${pathOf(above)} / ${own}` : own;
  };
  const named = new Map<string, string>();
  for (const menu of menus) if (menu.perms && !named.has(menu.perms)) named.set(menu.perms, pathOf(menu));
  return named;
}
