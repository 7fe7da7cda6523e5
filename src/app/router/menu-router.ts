import type { RouteLocationNormalizedLoaded, RouteLocationRaw, RouteRecordRaw, Router } from 'vue-router';
import type { PlacedMenu } from '../menus/menu.ts';
import { createMenuIndex } from './menu-index.ts';
import type { MenuRouteSources } from './menu-routes.ts';
import { buildMenuRoutes, isFoundByPath, menuRoute } from './menu-routes.ts';
import { shellRoute } from './static-routes.ts';

/** Keeps the router's routes equal to the menus. */
export interface MenuRouter {
  /**
   * Removes routes of menus that have gone, replaces what changed, and adds what is new or sees to it that it is added when it is
   * asked for; routes that stay the same are not touched.
   *
   * @param held names of routes that stay although their menus have gone, because a page with unsaved input is open there
   */
  sync(pages: readonly PlacedMenu[], held?: ReadonlySet<string>): void;
  clear(): void;
}

/**
 * Views of applications, of which there may be thousands, get their route when their path or name is first asked for: the router
 * tries its routes one after the other, so each one that nobody opens makes every navigation slower. `resolve`, `push` and
 * `replace` of the router are told of them; whoever uses it sees no difference.
 */
export function createMenuRouter(router: Router, sources: MenuRouteSources): MenuRouter {
  const added = new Map<string, { print: string; remove: () => void }>();
  let waiting = createMenuIndex([]);

  function add(name: string, record: RouteRecordRaw): void {
    added.set(name, { print: fingerprint(record), remove: router.addRoute(shellRoute, record) });
  }

  /** @returns whether there is a new route now */
  function admit(page: PlacedMenu | undefined): boolean {
    if (!page || added.has(page.node.menuKey)) return false;
    add(page.node.menuKey, menuRoute(page, sources));
    return true;
  }

  function sync(pages: readonly PlacedMenu[], held: ReadonlySet<string> = new Set()) {
    for (const name of held) admit(waiting.byName(name));
    waiting = createMenuIndex(pages.filter(isFoundByPath));
    const atOnce = pages.filter((page) => !isFoundByPath(page) || added.has(page.node.menuKey));
    const wanted = new Map(buildMenuRoutes(atOnce, sources).map((record) => [String(record.name), record]));
    for (const [name, route] of added) {
      const record = wanted.get(name);
      if (record ? fingerprint(record) === route.print : held.has(name)) continue;
      route.remove();
      added.delete(name);
    }
    for (const [name, record] of wanted) if (!added.has(name)) add(name, record);
  }

  const resolve = router.resolve.bind(router);
  const push = router.push.bind(router);
  const replace = router.replace.bind(router);
  const admitAndResolve = (to: RouteLocationRaw, from?: RouteLocationNormalizedLoaded) => {
    if (typeof to === 'object' && 'name' in to) admit(waiting.byName(String(to.name)));
    const found = resolve(to, from);
    return admit(waiting.byPath(found.path)) ? resolve(to, from) : found;
  };
  Object.assign(router, {
    resolve: admitAndResolve,
    push: (to: RouteLocationRaw) => push(admitted(to)),
    replace: (to: RouteLocationRaw) => replace(admitted(to)),
  } satisfies Partial<Router>);
  function admitted(to: RouteLocationRaw): RouteLocationRaw {
    admitAndResolve(to);
    return to;
  }
  // Back and forward ask nobody.
  router.beforeEach(({ path, query, hash }) =>
    admit(waiting.byPath(path)) ? { path, query, hash, replace: true } : true,
  );

  return { sync, clear: () => sync([]) };
}

/** Menus beneath a page's directories are not the page's: with them it would hold each menu many times. */
function fingerprint(record: object): string {
  return JSON.stringify(record, (key, value: unknown) => (key === 'children' ? undefined : value));
}
