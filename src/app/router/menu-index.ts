import type { PlacedMenu } from '../menus/menu.ts';

/** Finds pages as the router finds routes. */
export interface MenuIndex {
  /** Of two with the same path, the first. */
  byPath(path: string): PlacedMenu | undefined;
  byName(menuKey: string): PlacedMenu | undefined;
}

export function createMenuIndex(pages: readonly PlacedMenu[]): MenuIndex {
  const paths = new Map<string, PlacedMenu>();
  const names = new Map<string, PlacedMenu>();
  for (const page of pages) {
    const key = keyOf(page.path);
    if (!paths.has(key)) paths.set(key, page);
    names.set(page.node.menuKey, page);
  }
  return { byPath: (path) => paths.get(keyOf(path)), byName: (menuKey) => names.get(menuKey) };
}

/** Neither case nor a slash at the end makes another path, for the router either. */
function keyOf(path: string): string {
  return (path.endsWith('/') ? path.slice(0, -1) : path).toLowerCase();
}
