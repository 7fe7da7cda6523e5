import type { Menu } from './menu.ts';

/** Why nothing is shown at a path of the shell. */
export type PagePlace =
  | { readonly state: 'none' }
  /** A page is there, for others. */
  | { readonly state: 'forbidden' }
  /** A page of an application that the tenant has disabled. */
  | { readonly state: 'disabled'; readonly appCode: string; readonly name: string };

/** The facts that decide whether a person sees a page. */
export interface PlaceView {
  /** Whether the person may know that the page exists. */
  isKnown(menu: Menu): boolean;
  isDisabled(menu: Menu): boolean;
  mayOpen(menu: Menu): boolean;
}

/**
 * Looks for the page of a path, or, of the host, for the one that it stands beneath:
 * `/apps/installed/hello` is a page of `/apps/installed`. A menu that is switched off, and what is
 * below it, is nowhere.
 */
export function placeOf(menus: readonly Menu[], path: string, view: PlaceView): PagePlace {
  const byId = new Map(menus.map((menu) => [menu.menuId, menu]));
  const wanted = keyOf(path);
  const found = menus
    .filter((menu) => menu.menuType === 'C' && lineOf(menu, byId).every(({ status }) => status === 1))
    .map((menu) => ({ menu, key: keyOf(wholePath(lineOf(menu, byId))) }))
    .filter(({ menu, key }) => key === wanted || (menu.appCode === null && wanted.startsWith(`${key}/`)))
    .sort((a, b) => b.key.length - a.key.length)[0]?.menu;
  if (!found) return { state: 'none' };
  if (found.appCode !== null && view.isDisabled(found)) {
    const [root] = lineOf(found, byId);
    return { state: 'disabled', appCode: found.appCode, name: root?.menuName ?? found.appCode };
  }
  return { state: view.isKnown(found) && !view.mayOpen(found) ? 'forbidden' : 'none' };
}

/** From the root down to the menu; empty where one of them has gone. */
function lineOf(menu: Menu, byId: ReadonlyMap<number, Menu>): Menu[] {
  const line = [menu];
  for (let at = menu; at.parentId !== 0 && line.length <= byId.size;) {
    const parent = byId.get(at.parentId);
    if (!parent) return [];
    line.unshift(parent);
    at = parent;
  }
  return line;
}

/** As the shell places menus: an absolute path begins again. */
function wholePath(line: readonly Menu[]): string {
  return line.reduce((above, { path }) => {
    const own = path.replace(/^\/+|\/+$/g, '');
    if (path.startsWith('/')) return `/${own}`;
    return own === '' ? above : `${above}/${own}`;
  }, '');
}

const keyOf = (path: string): string => path.replace(/\/+$/, '').toLowerCase();
