import type { RouterNode } from '@platform/host-api';
import type { Menu } from './menu.ts';

/** Rows by their parent, each list in display order. */
export function childrenByParent(menus: readonly Menu[]): ReadonlyMap<number, readonly Menu[]> {
  const byParent = new Map<number, Menu[]>();
  for (const menu of menus) {
    const siblings = byParent.get(menu.parentId);
    if (siblings) siblings.push(menu);
    else byParent.set(menu.parentId, [menu]);
  }
  for (const siblings of byParent.values()) {
    siblings.sort((a, b) => a.orderNum - b.orderNum || a.menuId - b.menuId);
  }
  return byParent;
}

/**
 * The menus that become routes: pages that `mayOpen` accepts, with the directories that lead to
 * them. A disabled menu hides what is below it; buttons and directories without a page are left
 * out; an invisible page is a route that the side menu does not list.
 */
export function routerTree(menus: readonly Menu[], mayOpen: (menu: Menu) => boolean): RouterNode[] {
  const byParent = childrenByParent(menus);
  const build = (parentId: number): RouterNode[] =>
    (byParent.get(parentId) ?? []).flatMap((menu) => {
      if (!menu.status || menu.menuType === 'F') return [];
      const children = build(menu.menuId);
      const opens = menu.menuType === 'C' && mayOpen(menu);
      return opens || children.length > 0 ? [node(menu, opens, children)] : [];
    });
  return build(0);
}

/** @param opens whether the caller may see the page itself, not only what is below it */
function node(menu: Menu, opens: boolean, children: readonly RouterNode[]): RouterNode {
  return {
    menuId: menu.menuId,
    menuKey: menu.menuKey,
    name: menu.menuName,
    path: menu.path,
    type: menu.menuType,
    order: menu.orderNum,
    visible: menu.visible,
    cache: menu.isCache,
    ...(opens && menu.component ? { component: menu.component } : {}),
    ...(menu.menuNames ? { names: menu.menuNames } : {}),
    ...(menu.icon ? { icon: menu.icon } : {}),
    ...(menu.queryParam ? { query: menu.queryParam } : {}),
    ...(menu.isFrame ? { isFrame: true } : {}),
    ...(menu.appCode ? { appCode: menu.appCode } : {}),
    ...(children.length > 0 ? { children } : {}),
  };
}

/** A menu's identifiers and those of everything below it. */
export function withDescendants(menus: readonly Menu[], menuId: number): ReadonlySet<number> {
  const byParent = childrenByParent(menus);
  const found = new Set<number>();
  const visit = (id: number): void => {
    if (found.has(id)) return;
    found.add(id);
    for (const child of byParent.get(id) ?? []) visit(child.menuId);
  };
  visit(menuId);
  return found;
}

/** The menus without those of these keys, and without what is below them. */
export function withoutBranches(menus: readonly Menu[], keys: readonly string[]): readonly Menu[] {
  if (keys.length === 0) return menus;
  const excluded = new Set(keys);
  const gone = new Set(
    menus
      .filter((menu) => excluded.has(menu.menuKey))
      .flatMap((menu) => [...withDescendants(menus, menu.menuId)]),
  );
  return menus.filter((menu) => !gone.has(menu.menuId));
}
