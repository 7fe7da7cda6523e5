import type { GrantableMenu } from '../api/records.ts';

/** A menu with those beneath it. */
export interface GrantNode {
  menu: GrantableMenu;
  children: readonly GrantNode[];
}

/** The menus as a tree in their order. One whose parent may not be granted stands at the root. */
export function grantTree(menus: readonly GrantableMenu[]): GrantNode[] {
  const known = new Set(menus.map(({ menuId }) => menuId));
  const byParent = Map.groupBy(menus, ({ parentId }) => (known.has(parentId) ? parentId : 0));
  const beneath = (parentId: number): GrantNode[] =>
    (byParent.get(parentId) ?? [])
      .toSorted((a, b) => a.orderNum - b.orderNum || a.menuId - b.menuId)
      .map((menu) => ({ menu, children: beneath(menu.menuId) }));
  return beneath(0);
}
