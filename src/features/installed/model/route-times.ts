import type { RouteTime } from '@platform/host-api';

/** Parameters have different names in a pattern and its template. */
const shapeOf = (path: string): string => path.replaceAll(/\{[^}]*\}|:\w+|\*/g, '{}');

/** Measured durations of a route; undefined where it was not called. */
export function timeOfRoute(
  { method, url }: { readonly method: string; readonly url: string },
  times: readonly RouteTime[],
): RouteTime | undefined {
  const shape = shapeOf(url);
  return times.find((time) => time.method === method && shapeOf(time.uri) === shape);
}
