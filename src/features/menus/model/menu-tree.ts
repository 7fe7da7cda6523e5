import * as tree from '@/shared/tree/tree-moves.ts';
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

/** One place further up or down among its siblings; undefined at the end of the way. */
export const stepped = (menus: readonly Menu[], menu: Menu, by: 1 | -1): MenuMove | undefined =>
  moveOf(tree.stepped(nodesOf(menus), menu.menuId, by));

/** Into the menu before it, or out behind its parent; undefined where the menu cannot go. */
export const shifted = (menus: readonly Menu[], menu: Menu, by: 1 | -1): MenuMove | undefined =>
  allowed(menus, menu, tree.shifted(nodesOf(menus), menu.menuId, by));

/** The move that a drop asks for; undefined where the menu cannot go. */
export const dropped = (
  menus: readonly Menu[],
  menu: Menu,
  target: Menu,
  place: tree.DropPlace,
): MenuMove | undefined =>
  allowed(menus, menu, tree.dropped(nodesOf(menus), menu.menuId, target.menuId, place));

function allowed(menus: readonly Menu[], menu: Menu, move: tree.TreeMove | undefined): MenuMove | undefined {
  if (!move || move.parentId === menu.parentId) return moveOf(move);
  if (menu.appCode !== null) return undefined;
  const fitting = possibleParents(menuTree(menus), menu).map((branch) => branch.menu.menuId);
  return move.parentId === 0 || fitting.includes(move.parentId) ? moveOf(move) : undefined;
}

const nodesOf = (menus: readonly Menu[]): tree.TreeNode[] =>
  menus
    .toSorted((a, b) => a.orderNum - b.orderNum || a.menuId - b.menuId)
    .map(({ menuId: id, parentId }) => ({ id, parentId }));

const moveOf = (move: tree.TreeMove | undefined): MenuMove | undefined =>
  move && {
    menuId: move.id,
    parentId: move.parentId,
    ...(move.before === undefined ? {} : { before: move.before }),
  };
