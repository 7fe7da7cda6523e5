import type { Router } from 'vue-router';
import type { PlacedMenu } from '../menus/menu.ts';
import type { MenuRouteSources } from './menu-routes.ts';
import { buildMenuRoutes } from './menu-routes.ts';
import { shellRoute } from './static-routes.ts';

/** Keeps the router's routes equal to the menus. */
export interface MenuRouter {
  /**
   * Adds what is new, removes what is gone, replaces what changed; routes that stay the same are not touched.
   *
   * @param held names of routes that stay although their menus have gone, because a page with unsaved input is open there
   */
  sync(pages: readonly PlacedMenu[], held?: ReadonlySet<string>): void;
  clear(): void;
}

export function createMenuRouter(router: Router, sources: MenuRouteSources): MenuRouter {
  const added = new Map<string, { print: string; remove: () => void }>();

  function sync(pages: readonly PlacedMenu[], held: ReadonlySet<string> = new Set()) {
    const wanted = new Map(buildMenuRoutes(pages, sources).map((record) => [String(record.name), record]));
    for (const [name, route] of added) {
      const record = wanted.get(name);
      if (record ? fingerprint(record) === route.print : held.has(name)) continue;
      route.remove();
      added.delete(name);
    }
    for (const [name, record] of wanted) {
      if (added.has(name)) continue;
      added.set(name, { print: fingerprint(record), remove: router.addRoute(shellRoute, record) });
    }
  }

  return { sync, clear: () => sync([]) };
}

/** Menus beneath a page's directories are not the page's: with them it would hold each menu many times. */
function fingerprint(record: object): string {
  return JSON.stringify(record, (key, value: unknown) => (key === 'children' ? undefined : value));
}
