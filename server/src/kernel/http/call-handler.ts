import type { Ctx } from '@platform/plugin-sdk/web';
import { traced, tracing } from '../tracing.ts';
import type { Route } from './route.ts';

/** Calls the handler of a route, as a span where requests are traced. */
export function callHandler(route: Route, ctx: Ctx): unknown {
  // No further frames in the stacks of applications.
  return tracing.current() ? callTraced(route, ctx) : route.handler(ctx);
}

/** Apart, since a function with closures allocates for them even where it makes none. */
const callTraced = (route: Route, ctx: Ctx): unknown =>
  traced(
    () => ({ name: `handler ${route.method} ${route.url}` }),
    () => route.handler(ctx),
  );
