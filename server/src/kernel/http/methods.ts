import { PlatformError } from '@platform/plugin-sdk/core';

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Node accepts more methods than a route can have, such as QUERY. @throws METHOD_UNKNOWN (501) */
export function refuseUnknownMethod(method: string | undefined): void {
  if (METHODS.has(method ?? '')) return;
  throw new PlatformError({
    code: 'METHOD_UNKNOWN',
    status: 501,
    message: `The method ${method} is not supported.`,
    fix: `Use one of ${[...METHODS].join(', ')}.`,
  });
}
