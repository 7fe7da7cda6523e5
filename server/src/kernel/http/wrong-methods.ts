import { PlatformError } from '@platform/plugin-sdk/core';
import type { HTTPMethods } from 'fastify';
import type { Route } from './route.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** A path of monitoring endpoints with the methods that none of them has. */
export interface WrongMethods {
  readonly url: string;
  readonly methods: HTTPMethods[];
  /** Value of the header `Allow`. */
  readonly allow: string;
}

/**
 * Tools for Spring Boot's actuator tell a wrong method (405) from an endpoint that is not there
 * (404). Elsewhere both are 404: routes of applications come and go.
 */
export function wrongMethodsOf(routes: readonly Route[]): WrongMethods[] {
  const monitoring = routes.filter(({ auth }) => auth === 'monitoring');
  return [...Map.groupBy(monitoring, ({ url }) => url)].map(([url, own]) => {
    const right = new Set<string>(own.map(({ method }) => method));
    if (own.some(({ method, head }) => method === 'GET' && head !== false)) right.add('HEAD');
    const [allowed, methods] = [true, false].map((is) => METHODS.filter((each) => right.has(each) === is));
    return { url, methods: methods ?? [], allow: (allowed ?? []).join(', ') };
  });
}

export const wrongMethod = (method: string, allow: string): PlatformError =>
  new PlatformError({
    code: 'METHOD_NOT_ALLOWED',
    status: 405,
    message: `This endpoint has no ${method}.`,
    fix: `Use ${allow}.`,
  });
