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

/**
 * The grants after a menu was given or taken. Giving one gives all beneath it, and those above it,
 * without which it could not be reached; taking one takes all beneath it. Identifiers that the
 * tree does not show stay.
 */
export function withGrant(
  tree: readonly GrantNode[],
  granted: ReadonlySet<number>,
  menuId: number,
  given: boolean,
): Set<number> {
  const path = pathTo(tree, menuId);
  const node = path.at(-1);
  const next = new Set(granted);
  if (!node) return next;
  for (const id of idsOf(node)) {
    if (given) next.add(id);
    else next.delete(id);
  }
  if (given) for (const above of path) next.add(above.menu.menuId);
  return next;
}

/** `some`: given itself or something beneath it, but not all. */
export function grantState(node: GrantNode, granted: ReadonlySet<number>): 'all' | 'some' | 'none' {
  const ids = idsOf(node);
  const given = ids.filter((id) => granted.has(id)).length;
  if (given === 0) return 'none';
  return given === ids.length ? 'all' : 'some';
}

function pathTo(nodes: readonly GrantNode[], menuId: number): GrantNode[] {
  for (const node of nodes) {
    if (node.menu.menuId === menuId) return [node];
    const beneath = pathTo(node.children, menuId);
    if (beneath.length > 0) return [node, ...beneath];
  }
  return [];
}

function idsOf(node: GrantNode): number[] {
  return [node.menu.menuId, ...node.children.flatMap(idsOf)];
}
