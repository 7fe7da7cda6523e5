import { defineRoute, PlatformError, Type, type Route } from '../../kernel/index.ts';
import type { PluginRuntime } from '../../plugin-runtime/index.ts';
import type { InstallRegistry } from '../installs/install-registry.ts';
import { nullable } from '../schemas.ts';
import { shownTo } from './application-state.ts';

const text = Type.String();
const count = Type.Integer();
const maybe = Type.Optional(text);
const handled = { handler: text };

const health = Type.Object({
  faults: Type.Record(text, count),
  recent: Type.Array(Type.Object({ kind: text, what: text, message: text, place: maybe, at: text })),
  holds: Type.Object({
    count,
    longestMs: count,
    last: Type.Optional(Type.Object({ what: text, durationMs: count, at: text })),
  }),
  open: Type.Object({ timers: count, handles: Type.Array(text) }),
  cache: Type.Optional(Type.Object({ entries: count, size: count, evicted: count })),
  leftOpen: Type.Optional(
    Type.Object({
      version: text,
      timers: Type.Array(text),
      handles: Type.Array(text),
      abortedRequests: count,
    }),
  ),
});

const applicationState = Type.Object({
  appCode: text,
  state: text,
  version: maybe,
  jar: maybe,
  loadedAt: maybe,
  inFlight: count,
  routes: Type.Array(Type.Object({ method: text, url: text, auth: text, ...handled })),
  beans: Type.Array(
    Type.Object({ name: text, kind: text, tokens: Type.Array(text), dependencies: Type.Array(text) }),
  ),
  listeners: Type.Array(Type.Object({ event: text, ...handled })),
  schedules: Type.Array(
    Type.Object({ name: text, when: text, tenants: text, runs: count, failures: count, lastRunAt: maybe }),
  ),
  consumers: Type.Array(Type.Object({ queue: text, ...handled })),
  jobs: Type.Array(Type.Object({ name: text, ...handled })),
  skipped: Type.Array(Type.Object({ name: text, missing: text })),
  siblings: Type.Array(text),
  degraded: Type.Optional(Type.Object({ faults: count, lastMessage: text, lastAt: text })),
  health: Type.Optional(health),
  failure: Type.Optional(
    Type.Object({
      version: maybe,
      stage: text,
      code: text,
      message: text,
      fix: maybe,
      place: maybe,
      at: text,
    }),
  ),
});

/** What an installed application has registered, and how it does. (design 3.4, 9.4-18) */
export function applicationRoutes(runtime: PluginRuntime, registry: InstallRegistry): Route[] {
  return [
    defineRoute({
      method: 'GET',
      url: '/app/runtime/applications/:appCode',
      auth: 'app:install:list',
      summary: 'What the backend of an installed application registered, and its health; null without one',
      schema: { params: Type.Object({ appCode: text }), response: nullable(applicationState) },
      handler: ({ params: { appCode }, tenantId = '' }) => {
        if (!registry.of(tenantId).some((install) => install.appCode === appCode)) {
          throw new PlatformError({
            code: 'INSTALL_NOT_FOUND',
            status: 404,
            message: `Application ${appCode} is not installed.`,
          });
        }
        const description = runtime.describe(appCode);
        return description ? shownTo(tenantId, description) : null;
      },
    }),
  ];
}
