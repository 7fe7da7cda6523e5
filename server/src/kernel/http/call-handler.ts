import type { Ctx } from '@platform/plugin-sdk/web';
import { traced } from '../tracing.ts';
import type { Route } from './route.ts';

/** Calls the handler of a route, as a span where requests are traced. */
export const callHandler = (route: Route, ctx: Ctx): unknown =>
  traced(
    () => ({ name: `handler ${route.method} ${route.url}` }),
    () => route.handler(ctx),
  );
