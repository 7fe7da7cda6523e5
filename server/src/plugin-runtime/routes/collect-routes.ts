import {
  ACCESS,
  CONTROLLER,
  inheritedFacts,
  LOGGED,
  ownFact,
  ROUTES,
  type AbstractClass,
  type RouteFact,
} from '@platform/plugin-sdk/host';
import { defineRoute, type Route, type RouteAuth } from '../../kernel/index.ts';
import type { Bean } from '../container/container.ts';
import type { HoldMeter } from '../isolation/event-loop/hold-meter.ts';
import { refuseIf, type LoadFinding } from '../contract/load-finding.ts';
import type { RouteDescription } from '../contract/application-description.ts';

/** A route with the name of its handler. */
export interface PluginRoute {
  readonly route: Route;
  readonly description: RouteDescription;
}

/**
 * The routes of an application's controllers, inherited ones included.
 *
 * @param meter measures each call
 * @throws LoadRefusal with every route outside of `/<code>` and `/open/<code>`, and every duplicate
 * (design 9.4-18)
 */
export function collectRoutes(
  appCode: string,
  beans: readonly Bean[],
  meter: Pick<HoldMeter, 'call'>,
): PluginRoute[] {
  const routes = beans
    .filter(({ definition }) => definition.kind === 'controller')
    .flatMap((bean) => routesOf(bean, meter));
  refuseIf([...misplaced(appCode, routes), ...duplicates(routes)]);
  return routes;
}

function routesOf({ definition, instance }: Bean, meter: Pick<HoldMeter, 'call'>): PluginRoute[] {
  const { type, name } = definition;
  const prefix = ownFact(type, CONTROLLER)?.prefix ?? '';
  return effectiveRoutes(type).map((fact) => {
    const { method, handler } = fact;
    const url = joinPath(prefix, fact.path);
    const auth = accessOf(type, handler);
    const audit = auditOf(type, handler);
    const handlerName = `${name}.${String(handler)}`;
    return {
      description: { method, url, auth, handler: handlerName },
      route: defineRoute({
        method,
        url,
        auth,
        summary: fact.summary ?? String(handler),
        ...(fact.schema ? { schema: fact.schema } : {}),
        ...(fact.upload ? { upload: true } : {}),
        ...(audit === undefined ? {} : { audit }),
        handler: measured(handlerName, bound(instance, fact), meter),
      }),
    };
  });
}

/** A method that a class decorates again has these routes, not those of its base class. */
function effectiveRoutes(type: AbstractClass): RouteFact[] {
  const byMethod = new Map<string | symbol, RouteFact[]>();
  for (const facts of inheritedFacts(type, ROUTES)) {
    for (const [handler, stated] of Map.groupBy(facts, (fact) => fact.handler)) byMethod.set(handler, stated);
  }
  return [...byMethod.values()].flat();
}

function bound(instance: object, { handler }: RouteFact): Route['handler'] {
  const method = (instance as Record<string | symbol, Route['handler']>)[handler];
  if (typeof method !== 'function') throw new TypeError(`${String(handler)} is not a method.`);
  return method.bind(instance);
}

const measured =
  (name: string, handler: Route['handler'], meter: Pick<HoldMeter, 'call'>): Route['handler'] =>
  (ctx) =>
    meter.call(name, handler, ctx);

/** The method's access wins over the class's; the default is a login. (design 9.3-12) */
function accessOf(type: AbstractClass, handler: string | symbol): RouteAuth {
  const facts = inheritedFacts(type, ACCESS);
  const said = (key: string | symbol | undefined): RouteAuth | undefined =>
    facts.findLast((fact) => fact.has(key))?.get(key);
  return said(handler) ?? said(undefined) ?? 'login';
}

function auditOf(type: AbstractClass, handler: string | symbol): string | undefined {
  return inheritedFacts(type, LOGGED)
    .findLast((fact) => fact.has(handler))
    ?.get(handler);
}

function joinPath(prefix: string, path: string): string {
  const joined = `/${prefix}/${path}`.replaceAll(/\/{2,}/g, '/');
  return joined.length > 1 ? joined.replace(/\/$/, '') : joined;
}

function misplaced(appCode: string, routes: readonly PluginRoute[]): LoadFinding[] {
  const roots = [`/${appCode}`, `/open/${appCode}`];
  return routes.flatMap(({ description: { method, url, handler } }): LoadFinding[] => {
    if (url === `/open/${appCode}/config`) {
      return [
        {
          code: 'PLUGIN_ROUTE_RESERVED',
          message: `${method} ${url} of ${handler} is the host's site configuration; the application's handler would never run.`,
          fix: 'Use another path.',
        },
      ];
    }
    if (leadsElsewhere(url)) {
      return [
        {
          code: 'PLUGIN_ROUTE_OUTSIDE_PREFIX',
          message: `${method} ${url} of ${handler} has a segment that clients and proxies resolve to another path.`,
          fix: 'Use a path without "." and ".." segments, backslashes and encoded slashes.',
        },
      ];
    }
    if (roots.some((root) => url === root || url.startsWith(`${root}/`))) return [];
    return [
      {
        code: 'PLUGIN_ROUTE_OUTSIDE_PREFIX',
        message: `${method} ${url} of ${handler} is outside ${roots.join(' and ')}.`,
        fix: `Start the controller's prefix with /${appCode} or /open/${appCode}.`,
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
function duplicates(routes: readonly PluginRoute[]): LoadFinding[] {
  const groups = Map.groupBy(
    routes,
    ({ description: { method, url } }) => `${method} ${url.replaceAll(/:[A-Za-z0-9_]+/g, ':')}`,
  );
  return [...groups.values()]
    .filter((group) => group.length > 1)
    .map((group) => ({
      code: 'PLUGIN_ROUTE_DUPLICATE',
      message: `${group[0]?.description.method} ${group[0]?.description.url} is handled by both ${group.map(({ description }) => description.handler).join(' and ')}.`,
      fix: 'Change the path of one of them.',
    }));
}
