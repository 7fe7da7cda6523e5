/** A route of a controller, as its decorators state it. */
export interface StatedRoute {
  readonly method: string;
  /** Prefix and path, see {@link joinRoute}. */
  readonly url: string;
  /** For messages: class and method. */
  readonly handler: string;
}

/** A reason to refuse the load of an application. */
export interface RouteFinding<Route extends StatedRoute> {
  readonly code: 'PLUGIN_ROUTE_OUTSIDE_PREFIX' | 'PLUGIN_ROUTE_RESERVED' | 'PLUGIN_ROUTE_DUPLICATE';
  readonly message: string;
  readonly fix: string;
  readonly route: Route;
}

/** The path of a route below the prefix of its controller. */
export function joinRoute(prefix: string, path: string): string {
  const joined = `/${prefix}/${path}`.replaceAll(/\/{2,}/g, '/');
  return joined.length > 1 ? joined.replace(/\/$/, '') : joined;
}

/**
 * Finds the routes of an application outside of `/<code>` and `/open/<code>`, and those with
 * several handlers. The load refuses them, and the packager finds them before. (design 9.4-18)
 */
export const checkRoutes = <Route extends StatedRoute>(
  appCode: string,
  routes: readonly Route[],
): Array<RouteFinding<Route>> => [...misplaced(appCode, routes), ...duplicates(routes)];

function misplaced<Route extends StatedRoute>(
  appCode: string,
  routes: readonly Route[],
): Array<RouteFinding<Route>> {
  const roots = [`/${appCode}`, `/open/${appCode}`];
  return routes.flatMap((route): Array<RouteFinding<Route>> => {
    const { method, url, handler } = route;
    if (url === `/open/${appCode}/config`) {
      return [
        {
          code: 'PLUGIN_ROUTE_RESERVED',
          message: `${method} ${url} of ${handler} is the host's site configuration; the application's handler would never run.`,
          fix: 'Use another path.',
          route,
        },
      ];
    }
    if (leadsElsewhere(url)) {
      return [
        {
          code: 'PLUGIN_ROUTE_OUTSIDE_PREFIX',
          message: `${method} ${url} of ${handler} has a segment that clients and proxies resolve to another path.`,
          fix: 'Use a path without "." and ".." segments, backslashes and encoded slashes.',
          route,
        },
      ];
    }
    if (roots.some((root) => url === root || url.startsWith(`${root}/`))) return [];
    return [
      {
        code: 'PLUGIN_ROUTE_OUTSIDE_PREFIX',
        message: `${method} ${url} of ${handler} is outside ${roots.join(' and ')}.`,
        fix: `Start the controller's prefix with /${appCode} or /open/${appCode}.`,
        route,
      },
    ];
  });
}

/** The expression of a parameter, as in `/:id(^\\d+$)`: it is compared with a part of the path. */
const EXPRESSION = /\((?:[^()]|\([^()]*\))*\)/g;

/** `/hello/../other`, in every spelling. */
function leadsElsewhere(url: string): boolean {
  const path = url.replaceAll(EXPRESSION, '');
  return /\\|%2f|%5c/i.test(path) || path.split('/').some((part) => /^(\.|%2e){1,2}$/i.test(part));
}

/** Parameters are compared by position, not by name. */
function duplicates<Route extends StatedRoute>(routes: readonly Route[]): Array<RouteFinding<Route>> {
  const groups = Map.groupBy(
    routes,
    ({ method, url }) => `${method} ${url.replaceAll(/:[A-Za-z0-9_]+/g, ':')}`,
  );
  return [...groups.values()].flatMap((group): Array<RouteFinding<Route>> => {
    const [first, ...others] = group;
    const last = others.at(-1);
    if (!first || !last) return [];
    return [
      {
        code: 'PLUGIN_ROUTE_DUPLICATE',
        message: `${first.method} ${first.url} is handled by both ${group.map(({ handler }) => handler).join(' and ')}.`,
        fix: 'Change the path of one of them.',
        route: last,
      },
    ];
  });
}
