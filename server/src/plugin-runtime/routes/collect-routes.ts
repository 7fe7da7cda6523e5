import { checkRoutes, joinRoute } from '@platform/package-format';
import {
  ACCESS,
  CONTROLLER,
  inheritedFacts,
  LOGGED,
  ownFact,
  RATE_LIMITS,
  ROUTES,
  type AbstractClass,
  type FactKey,
  type RouteFact,
} from '@platform/plugin-sdk/host';
import { defineRoute, type RateLimit, type Route, type RouteAuth } from '../../kernel/index.ts';
import type { Bean } from '../container/container.ts';
import { limited } from './limit-calls.ts';
import type { HoldMeter } from '../isolation/event-loop/hold-meter.ts';
import { refuseIf } from '../contract/load-finding.ts';
import type { RouteDescription } from '../contract/application-description.ts';

/** A route with the name of its handler. */
export interface PluginRoute {
  readonly route: Route;
  readonly description: RouteDescription;
}

export type LimitOf = (handler: string, perMinute: number) => RateLimit;

/**
 * The routes of an application's controllers, inherited ones included.
 *
 * @param meter measures each call
 * @param limitOf counts the calls of a handler with `@RateLimit`
 * @throws LoadRefusal with every route outside of `/<code>` and `/open/<code>`, and every duplicate
 * (design 9.4-18)
 */
export function collectRoutes(
  appCode: string,
  beans: readonly Bean[],
  meter: Pick<HoldMeter, 'call'>,
  limitOf: LimitOf,
): PluginRoute[] {
  const routes = beans
    .filter(({ definition }) => definition.kind === 'controller')
    .flatMap((bean) => routesOf(bean, meter, limitOf));
  const descriptions = routes.map(({ description }) => description);
  refuseIf(checkRoutes(appCode, descriptions).map(({ code, message, fix }) => ({ code, message, fix })));
  return routes;
}

function routesOf(
  { definition, instance }: Bean,
  meter: Pick<HoldMeter, 'call'>,
  limitOf: LimitOf,
): PluginRoute[] {
  const { type, name } = definition;
  const prefix = ownFact(type, CONTROLLER)?.prefix ?? '';
  return effectiveRoutes(type).map((fact) => {
    const { method, handler } = fact;
    const url = joinRoute(prefix, fact.path);
    const auth = accessOf(type, handler);
    const audit = statedFor(type, LOGGED, handler);
    const perMinute = statedFor(type, RATE_LIMITS, handler);
    const handlerName = `${name}.${String(handler)}`;
    const call = measured(handlerName, bound(instance, fact), meter);
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
        ...(perMinute === undefined ? {} : { perMinute }),
        handler: perMinute === undefined ? call : limited(call, limitOf(handlerName, perMinute)),
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

/** A method that a class decorates again has its own value. */
function statedFor<T>(
  type: AbstractClass,
  key: FactKey<ReadonlyMap<string | symbol, T>>,
  handler: string | symbol,
): T | undefined {
  return inheritedFacts(type, key)
    .findLast((fact) => fact.has(handler))
    ?.get(handler);
}
