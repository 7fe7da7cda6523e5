import type { RouteLocationNormalizedLoaded, RouteLocationRaw, RouteRecordRaw, Router } from 'vue-router';
import type { PlacedMenu } from '../menus/menu.ts';
import { createMenuIndex } from './menu-index.ts';
import type { MenuRouteSources } from './menu-routes.ts';
import { buildMenuRoutes, isFoundByPath, menuRoute } from './menu-routes.ts';
import { shellRoute } from './static-routes.ts';

/** Keeps the router's routes equal to the menus. */
export interface MenuRouter {
  /**
   * Removes routes of removed menus, replaces changed ones and adds new ones, or lets them be
   * added on demand; unchanged routes are not touched.
   *
   * @param held names of routes that stay without a menu, because a page with unsaved input is
   * open
   */
  sync(pages: readonly PlacedMenu[], held?: ReadonlySet<string>): void;
  clear(): void;
}

/**
 * Adds routes of applications on demand. The router tries its routes one by one, so thousands that
 * nobody opens would slow down every navigation. `resolve`, `push` and `replace` add the route of
 * a view when its path or name is first used; callers see no difference.
 */
export function createMenuRouter(router: Router, sources: MenuRouteSources): MenuRouter {
  const added = new Map<string, { print: string; remove: () => void }>();
  let waiting = createMenuIndex([]);

  function add(name: string, record: RouteRecordRaw): void {
    added.set(name, { print: fingerprint(record), remove: router.addRoute(shellRoute, record) });
  }

  /** @returns whether a route was added */
  function admit(page: PlacedMenu | undefined): boolean {
    if (!page || added.has(page.node.menuKey)) return false;
    add(page.node.menuKey, menuRoute(page, sources));
    return true;
  }

  function sync(pages: readonly PlacedMenu[], held: ReadonlySet<string> = new Set()) {
    for (const name of held) admit(waiting.byName(name));
    const onDemand = new Set(pages.filter(isFoundByPath));
    waiting = createMenuIndex([...onDemand]);
    const atOnce = pages.filter((page) => !onDemand.has(page) || added.has(page.node.menuKey));
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
    if (isExact(found)) return found;
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
  // Back and forward do not call `resolve`.
  router.beforeEach((to) => {
    if (isExact(to) || !admit(waiting.byPath(to.path))) return true;
    const { path, query, hash } = to;
    return { path, query, hash, replace: true };
  });

  return { sync, clear: () => sync([]) };
}

/** Whether a route without parameters was found, which no menu can outrank. */
function isExact({ matched, params }: Pick<RouteLocationNormalizedLoaded, 'matched' | 'params'>): boolean {
  return matched.length > 0 && Object.keys(params).length === 0;
}

/** Omits children of directories above the page, which would repeat each menu many times. */
function fingerprint(record: object): string {
  return JSON.stringify(record, (key, value: unknown) => (key === 'children' ? undefined : value));
}
