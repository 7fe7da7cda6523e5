import type { GrantableMenu } from '../api/records.ts';
import type { GrantNode } from './grants.ts';

/** Actions that have a column; the others of a page stand in the last one. */
export const ACTIONS = ['query', 'add', 'edit', 'remove'] as const;

export type MatrixAction = (typeof ACTIONS)[number];

/** A page, or a directory with buttons of its own. */
export interface MatrixRow {
  readonly page: GrantableMenu;
  /** Directories above it, from the top. */
  readonly trail: readonly GrantableMenu[];
  readonly actions: Readonly<Partial<Record<MatrixAction, GrantableMenu>>>;
  readonly others: readonly GrantableMenu[];
}

/** The pages of an application, or of the host. */
export interface MatrixGroup {
  /** Empty for the host. */
  readonly appCode: string;
  /** Name in the menu; undefined for the host. */
  readonly root: GrantableMenu | undefined;
  readonly rows: readonly MatrixRow[];
}

/** Grantable rights as a matrix: applications, their pages, and the buttons of each page. */
export function roleMatrix(tree: readonly GrantNode[]): MatrixGroup[] {
  const groups = new Map<string, { root: GrantableMenu | undefined; rows: MatrixRow[] }>();
  const visit = ({ menu, children }: GrantNode, trail: readonly GrantableMenu[]): void => {
    const code = menu.appCode ?? '';
    const group = groups.get(code) ?? { root: code === '' ? undefined : menu, rows: [] };
    groups.set(code, group);
    const buttons = children.flatMap((child) => (child.menu.menuType === 'F' ? child.menu : []));
    if (menu.menuType !== 'M' || buttons.length > 0) group.rows.push(rowOf(menu, trail, buttons));
    for (const child of children) if (child.menu.menuType !== 'F') visit(child, [...trail, menu]);
  };
  for (const node of tree) visit(node, []);
  return [...groups].map(([appCode, group]) => ({ appCode, ...group }));
}

function rowOf(
  page: GrantableMenu,
  trail: readonly GrantableMenu[],
  buttons: readonly GrantableMenu[],
): MatrixRow {
  const actions: Partial<Record<MatrixAction, GrantableMenu>> = {};
  const others: GrantableMenu[] = [];
  for (const button of buttons) {
    // Those of a directory belong to several things; their names say to which.
    const action = page.menuType === 'M' ? undefined : actionOf(button);
    if (action && !actions[action]) actions[action] = button;
    else others.push(button);
  }
  return { page, trail, actions, others };
}

/** By the last part of the permission: `mall:order:add`. */
function actionOf({ perms }: GrantableMenu): MatrixAction | undefined {
  return ACTIONS.find((action) => perms?.endsWith(`:${action}`));
}

/** The menus of a row, its page first. */
export const menusOf = ({ page, actions, others }: MatrixRow): GrantableMenu[] => [
  page,
  ...ACTIONS.flatMap((action) => actions[action] ?? []),
  ...others,
];

/** How many of the menus of rows are granted. */
export function countGranted(
  rows: readonly MatrixRow[],
  granted: ReadonlySet<number>,
): { readonly given: number; readonly all: number } {
  const menus = rows.flatMap(menusOf);
  return { given: menus.filter(({ menuId }) => granted.has(menuId)).length, all: menus.length };
}

/** Rows that a text matches, in a name, a key or a permission. */
export function searchRows(
  rows: readonly MatrixRow[],
  text: string,
  nameOf: (menu: GrantableMenu) => string,
): readonly MatrixRow[] {
  const wanted = text.trim().toLocaleLowerCase();
  if (wanted === '') return rows;
  return rows.filter((row) =>
    [...row.trail, ...menusOf(row)].some((menu) =>
      `${nameOf(menu)} ${menu.menuKey} ${menu.perms ?? ''}`.toLocaleLowerCase().includes(wanted),
    ),
  );
}

/**
 * The rows that are drawn: the first ones of the groups that are open, and how many there are in
 * all.
 */
export function rowsWithin<Group extends MatrixGroup>(
  groups: readonly Group[],
  limit: number,
  isOpen: (group: Group) => boolean,
): { readonly groups: ReadonlyArray<{ group: Group; rows: readonly MatrixRow[] }>; readonly all: number } {
  let all = 0;
  const drawn = groups.map((group) => {
    const rows = isOpen(group) ? group.rows : [];
    const place = all;
    all += rows.length;
    return { group, rows: rows.slice(0, Math.max(0, limit - place)) };
  });
  return { groups: drawn, all };
}

/** The grants after one menu alone was given, with what leads to it. */
export function withOne(
  row: MatrixRow,
  granted: ReadonlySet<number>,
  menu: GrantableMenu,
  given: boolean,
): Set<number> {
  const next = new Set(granted);
  if (given) for (const { menuId } of [...row.trail, row.page, menu]) next.add(menuId);
  else if (menu === row.page) for (const { menuId } of menusOf(row)) next.delete(menuId);
  else next.delete(menu.menuId);
  return next;
}

/** The grants after all of some rows was given or taken. */
export function withRows(
  rows: readonly MatrixRow[],
  granted: ReadonlySet<number>,
  given: boolean,
): Set<number> {
  const next = new Set(granted);
  for (const row of rows) {
    for (const { menuId } of menusOf(row)) {
      if (given) next.add(menuId);
      else next.delete(menuId);
    }
    if (given) for (const { menuId } of row.trail) next.add(menuId);
  }
  return next;
}
