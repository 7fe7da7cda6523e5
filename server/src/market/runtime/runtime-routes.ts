import { defineRoute, eventStream, Type, type Route } from '../../kernel/index.ts';
import type { NoticeFeed } from '../../system/index.ts';
import type { InstallRegistry } from '../installs/install-registry.ts';
import type { RemoteApps } from './remote-apps.ts';
import type { RuntimeEvents } from './runtime-events.ts';

const texts = Type.Record(Type.String(), Type.String());

/** What an open shell asks: a login, no permission. (spec: Endpoints 8, 9; design 2.2) */
export function runtimeRoutes(parts: {
  remoteApps: RemoteApps;
  registry: InstallRegistry;
  events: RuntimeEvents;
  notices: NoticeFeed | undefined;
}): Route[] {
  return [
    defineRoute({
      method: 'GET',
      url: '/app/runtime/remote-apps',
      auth: 'login',
      summary: "The tenant's enabled applications that have a frontend",
      schema: {
        response: Type.Array(
          Type.Object({
            code: Type.String(),
            name: Type.String(),
            version: Type.String(),
            entry: Type.String(),
            icon: Type.Optional(Type.String()),
            shared: Type.Optional(texts),
            runtimeApi: Type.Optional(Type.String()),
            build: Type.Optional(Type.String()),
          }),
        ),
      },
      handler: ({ tenantId }) => parts.remoteApps.of(tenantId ?? ''),
    }),
    defineRoute({
      method: 'GET',
      url: '/app/runtime/enabled-apps',
      auth: 'login',
      summary: "Codes of the tenant's enabled applications",
      schema: { response: Type.Array(Type.String()) },
      handler: ({ tenantId }) => parts.registry.enabledIn(tenantId ?? '').map((install) => install.appCode),
    }),
    defineRoute({
      method: 'GET',
      url: '/app/runtime/events',
      auth: 'login',
      summary:
        'What changes, as server-sent events: installed, upgraded, enabled, disabled, removed, developed; notice',
      handler: (ctx) =>
        eventStream(ctx, (sink) => {
          const undos = [
            parts.events.watch(ctx.tenantId ?? '', ({ type, ...data }) => sink.send(type, data)),
            parts.notices?.watch(ctx.user?.userId ?? 0, () => sink.send('notice', {})),
          ];
          return () => undos.forEach((undo) => void undo?.());
        }),
    }),
  ];
}
