import { defineRoute, Type, type Route } from '../../kernel/index.ts';
import type { InstallRegistry } from '../installs/install-registry.ts';
import type { DevelopedRemotes } from './developed-remotes.ts';
import type { RemoteApps } from './remote-apps.ts';
import type { RuntimeEvents } from './runtime-events.ts';

/** Code and source maps of one frontend, as base64. */
const BUILD_LIMIT_BYTES = 64 * 1024 * 1024;
const URL = '/platform/development/remotes/:code';
const Params = Type.Object({ code: Type.String({ pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$' }) });

const Build = Type.Object({
  /** Another one for each build. */
  build: Type.String({ minLength: 1, maxLength: 64 }),
  /** Path in the build → content, base64. */
  files: Type.Record(Type.String(), Type.String()),
});

/**
 * Takes what `npm run dev` builds of a frontend, serves it in place of the installed one and tells open shells. Only with
 * `platform.development`; whoever may deploy may do so. (design 5.4)
 */
export function developmentRoutes(parts: {
  developed: DevelopedRemotes;
  remoteApps: RemoteApps;
  registry: InstallRegistry;
  events: RuntimeEvents;
}): Route[] {
  const { developed, remoteApps, registry, events } = parts;
  const auth = 'app:console:edit';
  const announce = (appCode: string, version: string | null, build: string | null): number => {
    remoteApps.forget();
    const tenants = registry.tenants(appCode);
    events.emit(tenants, { type: 'developed', appCode, version, build });
    return tenants.length;
  };
  return [
    defineRoute({
      method: 'PUT',
      url: URL,
      auth,
      summary: 'Serve a development build of a frontend',
      audit: 'Serve a development build of a frontend',
      schema: { params: Params, body: Build },
      bodyLimit: BUILD_LIMIT_BYTES,
      handler: async ({ params: { code }, body: { build, files } }) => {
        const { entry, version } = await developed.serve(code, build, files);
        return { entry, tenants: announce(code, version ?? null, build) };
      },
    }),
    defineRoute({
      method: 'DELETE',
      url: URL,
      auth,
      summary: 'Serve the installed frontend again, at the end of development',
      audit: 'Take a development build of a frontend back',
      schema: { params: Params },
      handler: async ({ params: { code } }) => {
        await developed.withdraw(code);
        announce(code, null, null);
      },
    }),
  ];
}
