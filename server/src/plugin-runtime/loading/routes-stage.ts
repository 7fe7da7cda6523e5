import { systemClock, type PlatformError, type RateLimit, type RouteInstance } from '../../kernel/index.ts';
import type { Container } from '../container/container.ts';
import type { RouteDescription } from '../contract/application-description.ts';
import type { FaultKind } from '../contract/application-health.ts';
import { collectRoutes, type LimitOf } from '../routes/collect-routes.ts';
import type { LoadScope } from './load-scope.ts';

export interface BuiltRoutes {
  readonly instance: RouteInstance;
  readonly routes: readonly RouteDescription[];
}

/** Creates the HTTP instance that answers the requests of an application. */
export function routesStage(scope: LoadScope, { beans }: Container): Promise<BuiltRoutes> {
  return scope.stages.run('routes', async () => {
    const { source, services, logger, faults, meter, disposer } = scope;
    const { appCode, index } = source;
    const collected = collectRoutes(appCode, beans, meter, limitsOf(scope));
    const instance = await services.http.createInstance({
      title: appCode,
      version: index.version,
      routes: collected.map(({ route }) => route),
      logger,
      callbacks: true,
      timeLimit: services.requestTimeoutMs,
      onFailure: (error) => faults.count(error.cause ?? error, failureKind(error)),
    });
    disposer.add(() => instance.close());
    await instance.ready();
    return { instance, routes: collected.map(({ description }) => description) };
  });
}

/** Limits by handler, whose routes share one. They end with the load. */
function limitsOf({ source: { appCode }, services, disposer }: LoadScope): LimitOf {
  const { rates } = services.http;
  const limits = new Map<string, RateLimit>();
  return (handler, perMinute) => {
    const known = limits.get(handler);
    if (known) return known;
    const limit = rates.limit(`${appCode} ${handler}`, perMinute, systemClock);
    disposer.add(() => rates.drop(limit));
    limits.set(handler, limit);
    return limit;
  };
}

const failureKind = ({ code }: PlatformError): FaultKind =>
  code === 'PLUGIN_TIMEOUT' ? 'timeout' : 'handler';
