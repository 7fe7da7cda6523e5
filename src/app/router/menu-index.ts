import type { PlacedMenu } from '../menus/menu.ts';

/** Finds pages as the router finds routes. */
export interface MenuIndex {
  /** The first page with the path. */
  byPath(path: string): PlacedMenu | undefined;
  byName(menuKey: string): PlacedMenu | undefined;
}

/** Each index is made on first use: with thousands of menus, making both delays the first page. */
export function createMenuIndex(pages: readonly PlacedMenu[]): MenuIndex {
  let paths: ReadonlyMap<string, PlacedMenu> | undefined;
  let names: ReadonlyMap<string, PlacedMenu> | undefined;
  return {
    byPath: (path) => (paths ??= firstBy(pages, (page) => keyOf(page.path))).get(keyOf(path)),
    byName: (menuKey) => (names ??= firstBy(pages, (page) => page.node.menuKey)).get(menuKey),
  };
}

function firstBy(pages: readonly PlacedMenu[], key: (page: PlacedMenu) => string) {
  const first = new Map<string, PlacedMenu>();
  for (const page of pages) {
    const value = key(page);
    if (!first.has(value)) first.set(value, page);
  }
  return first;
}

/** Paths are equal for the router regardless of case and a trailing slash. */
function keyOf(path: string): string {
  return (path.endsWith('/') ? path.slice(0, -1) : path).toLowerCase();
}
