import { runtimeContracts } from '@platform/host-api';
import { defineRoute, eventStream, type Route } from '../../kernel/index.ts';
import type { NoticeFeed } from '../../system/index.ts';
import type { InstallRegistry } from '../records/install-registry.ts';
import type { RemoteApps } from '../runtime/remote-apps.ts';
import type { RuntimeEvents } from '../runtime/runtime-events.ts';

/**
 * Routes for open shells, which need a login but no permission. (spec: Endpoints 8, 9; design 2.2)
 */
export function runtimeRoutes(parts: {
  remoteApps: RemoteApps;
  registry: InstallRegistry;
  events: RuntimeEvents;
  notices: NoticeFeed | undefined;
}): Route[] {
  return [
    defineRoute({
      ...runtimeContracts.remoteApps,
      handler: ({ tenantId }) => parts.remoteApps.of(tenantId ?? ''),
    }),
    defineRoute({
      ...runtimeContracts.enabledApps,
      handler: ({ tenantId }) => parts.registry.enabledIn(tenantId ?? '').map((install) => install.appCode),
    }),
    defineRoute({
      ...runtimeContracts.events,
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
