import type { Menu, MenuMove } from '../api/menus-api.ts';

/** A menu with those beneath it, in their order. */
export interface MenuBranch {
  readonly menu: Menu;
  readonly depth: number;
  readonly children: readonly MenuBranch[];
}

/** A line of the table. */
export interface MenuLine extends MenuBranch {
  /** Its children are in sight. */
  readonly open: boolean;
  readonly first: boolean;
  readonly last: boolean;
}

/** The menus as a tree; one whose parent is not among them stands at the root. */
export function menuTree(menus: readonly Menu[]): MenuBranch[] {
  const known = new Set(menus.map(({ menuId }) => menuId));
  const byParent = Map.groupBy(menus, ({ parentId }) => (known.has(parentId) ? parentId : 0));
  const beneath = (parentId: number, depth: number): MenuBranch[] =>
    (byParent.get(parentId) ?? [])
      .toSorted((a, b) => a.orderNum - b.orderNum || a.menuId - b.menuId)
      .map((menu) => ({ menu, depth, children: beneath(menu.menuId, depth + 1) }));
  return beneath(0, 0);
}

/** The branches that `matches` accepts, with what is above them, and all that is beneath them. */
export function narrowed(
  branches: readonly MenuBranch[],
  matches: (menu: Menu) => boolean,
): readonly MenuBranch[] {
  return branches.flatMap((branch) => {
    if (matches(branch.menu)) return [branch];
    const children = narrowed(branch.children, matches);
    return children.length > 0 ? [{ ...branch, children }] : [];
  });
}

/** The lines in sight, from top to bottom. */
export function linesOf(branches: readonly MenuBranch[], isOpen: (menu: Menu) => boolean): MenuLine[] {
  return branches.flatMap((branch, index) => {
    const open = branch.children.length > 0 && isOpen(branch.menu);
    const line = { ...branch, open, first: index === 0, last: index === branches.length - 1 };
    return [line, ...(open ? linesOf(branch.children, isOpen) : [])];
  });
}

/**
 * Menus that may contain a menu of this type: not itself, nothing beneath it, none of an
 * application.
 */
export function possibleParents(
  branches: readonly MenuBranch[],
  menu: { readonly menuId?: number | undefined; readonly menuType: Menu['menuType'] },
): MenuBranch[] {
  return branches.flatMap((branch) => {
    const { menuId, menuType, appCode } = branch.menu;
    if (menuId === menu.menuId || menuType === 'F' || appCode !== null) return [];
    const fits = menuType === 'M' || menu.menuType !== 'M';
    return [...(fits ? [branch] : []), ...possibleParents(branch.children, menu)];
  });
}

/** Where a dragged menu lands, seen from the line that it is dropped on. */
export type DropPlace = 'before' | 'after' | 'inside';

/** One place further up or down among its siblings; undefined at the end of the way. */
export function stepped(menus: readonly Menu[], menu: Menu, by: 1 | -1): MenuMove | undefined {
  const siblings = siblingsOf(menus, menu.parentId);
  const at = siblings.findIndex(({ menuId }) => menuId === menu.menuId);
  const neighbour = siblings[at + by];
  if (at < 0 || !neighbour) return undefined;
  return moveTo(menu, by < 0 ? neighbour : siblings[at + 2]);
}

/** The move that a drop asks for; undefined where the menu cannot go. */
export function dropped(
  menus: readonly Menu[],
  menu: Menu,
  target: Menu,
  place: DropPlace,
): MenuMove | undefined {
  if (menu.menuId === target.menuId) return undefined;
  const parentId = place === 'inside' ? target.menuId : target.parentId;
  if (parentId !== menu.parentId) {
    if (menu.appCode !== null) return undefined;
    const fitting = possibleParents(menuTree(menus), menu).map((branch) => branch.menu.menuId);
    if (parentId !== 0 && !fitting.includes(parentId)) return undefined;
  }
  if (place === 'inside') return { menuId: menu.menuId, parentId };
  const siblings = siblingsOf(menus, parentId).filter(({ menuId }) => menuId !== menu.menuId);
  const at = siblings.findIndex(({ menuId }) => menuId === target.menuId);
  return { ...moveTo(menu, place === 'before' ? target : siblings[at + 1]), parentId };
}

function siblingsOf(menus: readonly Menu[], parentId: number): readonly Menu[] {
  return menus
    .filter((menu) => menu.parentId === parentId)
    .toSorted((a, b) => a.orderNum - b.orderNum || a.menuId - b.menuId);
}

function moveTo({ menuId, parentId }: Menu, before: Menu | undefined): MenuMove {
  return { menuId, parentId, ...(before ? { before: before.menuId } : {}) };
}
