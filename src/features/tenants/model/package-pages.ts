import type { Menu } from '../api/tenants-api.ts';

/** A page or directory of the host, with its depth in the menu from 0. */
export interface PackagePage {
  readonly menu: Menu;
  readonly depth: number;
}

/** Each page below its directory, in the order of the menu, without directories that have none. */
export function packagePages(menus: readonly Menu[], parentId = 0, depth = 0): PackagePage[] {
  return menus
    .filter((menu) => menu.parentId === parentId)
    .toSorted((a, b) => a.orderNum - b.orderNum)
    .flatMap((menu) => {
      const below = packagePages(menus, menu.menuId, depth + 1);
      return menu.menuType === 'M' && below.length === 0 ? [] : [{ menu, depth }, ...below];
    });
}

/** Each directory of the first level with the pages below it. */
export function pageGroups(pages: readonly PackagePage[]): PackagePage[][] {
  const groups: PackagePage[][] = [];
  for (const page of pages) {
    if (page.depth === 0) groups.push([page]);
    else groups.at(-1)?.push(page);
  }
  return groups;
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
