import type { Menu } from '../api/tenants-api.ts';

/** A page or directory of the host, with its depth in the menu from 0. */
export interface PackagePage {
  readonly menu: Menu;
  readonly depth: number;
}

/** Each page below its directory, in the order of the menu. */
export function packagePages(menus: readonly Menu[], parentId = 0, depth = 0): PackagePage[] {
  return menus
    .filter((menu) => menu.parentId === parentId)
    .toSorted((a, b) => a.orderNum - b.orderNum)
    .flatMap((menu) => [{ menu, depth }, ...packagePages(menus, menu.menuId, depth + 1)]);
}

/** True where a directory above is excluded: the page is gone with it. */
export function isGoneWithParent(
  pages: readonly PackagePage[],
  { parentId }: Menu,
  excluded: readonly string[],
): boolean {
  const parent = pages.find(({ menu }) => menu.menuId === parentId)?.menu;
  return (
    parent !== undefined && (excluded.includes(parent.menuKey) || isGoneWithParent(pages, parent, excluded))
  );
}
