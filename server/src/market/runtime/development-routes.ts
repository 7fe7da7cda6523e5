import { parseManifest } from '@platform/package-format';
import { defineRoute, PlatformError, Type, type Route } from '../../kernel/index.ts';
import type { InstallRegistry } from '../installs/install-registry.ts';
import type { VersionMenus } from '../menus/version-menus.ts';
import { DevelopedMigrations, type DevelopedMigrationsParts } from './developed-migrations.ts';
import type { DevelopedRemotes } from './developed-remotes.ts';
import type { RemoteApps } from './remote-apps.ts';
import type { RuntimeEvents } from './runtime-events.ts';

const AUTH = 'app:console:edit';
const REMOTES = '/platform/development/remotes';
const Params = Type.Object({ code: Type.String({ pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$' }) });
/** As much as a package may bring. */
const SCRIPTS_LIMIT_BYTES = 16 * 1024 * 1024;
const Scripts = Type.Object({
  scripts: Type.Array(
    Type.Object({ name: Type.String({ pattern: '^[^/\\\\]+\\.sql$', maxLength: 200 }), text: Type.String() }),
  ),
  /** Say what would run, run it, or remove what the application keeps and run everything. */
  mode: Type.Union([Type.Literal('look'), Type.Literal('run'), Type.Literal('reset')]),
});
const texts = Type.Record(Type.String(), Type.String());
const Address = Type.Object({
  entry: Type.String({ maxLength: 2048 }),
  version: Type.Optional(Type.String()),
  shared: Type.Optional(texts),
  runtimeApi: Type.Optional(Type.String()),
});

export interface DevelopmentParts extends DevelopedMigrationsParts {
  developed: DevelopedRemotes;
  remoteApps: RemoteApps;
  registry: InstallRegistry;
  menus: VersionMenus;
  events: RuntimeEvents;
  /** Throws where a task of the application is under way. */
  assertIdle: (appCode: string) => Promise<void>;
}

/**
 * Lets shells load what a development server serves in place of what is installed, and follow a manifest that is being written.
 * Only with `platform.development`; whoever may deploy may do so. (design 5.4)
 */
export function developmentRoutes(parts: DevelopmentParts): Route[] {
  const { developed, remoteApps, registry, events } = parts;
  const announce = (appCode: string, version: string | null, build: string | null): number => {
    remoteApps.forget();
    const tenants = registry.tenants(appCode);
    events.emit(tenants, { type: 'developed', appCode, version, build });
    return tenants.length;
  };
  return [
    defineRoute({
      method: 'GET',
      url: REMOTES,
      auth: 'login',
      summary: 'Whether this host is for development: a shell may then load a frontend from another address',
      schema: { response: Type.Object({ development: Type.Literal(true) }) },
      handler: () => ({ development: true as const }),
    }),
    defineRoute({
      method: 'PUT',
      url: `${REMOTES}/:code`,
      auth: AUTH,
      summary: 'Load a frontend from its development server',
      audit: 'Load a frontend from its development server',
      schema: { params: Params, body: Address },
      handler: ({ params: { code }, body }) => {
        const { entry, version, build } = developed.serve(code, body);
        return { entry, tenants: announce(code, version ?? null, build) };
      },
    }),
    defineRoute({
      method: 'DELETE',
      url: `${REMOTES}/:code`,
      auth: AUTH,
      summary: 'Load the installed frontend again, at the end of development',
      audit: 'Load the installed frontend again',
      schema: { params: Params },
      handler: ({ params: { code } }) => {
        developed.withdraw(code);
        announce(code, null, null);
      },
    }),
    menusRoute(parts),
    migrationsRoute(parts),
  ];
}

function menusRoute({ registry, menus, events }: DevelopmentParts): Route {
  return defineRoute({
    method: 'PUT',
    url: '/platform/development/manifests/:code',
    auth: AUTH,
    summary: 'Make the menus of an installed application those of a manifest that is being written',
    audit: 'Take the menus of a manifest that is being written',
    schema: { params: Params, body: Type.Object({ manifest: Type.String({ maxLength: 1_000_000 }) }) },
    handler: async ({ params: { code }, body }) => {
      const { manifest, findings } = parseManifest(body.manifest);
      const errors = findings.filter(({ severity }) => severity === 'error');
      if (!manifest || errors.length > 0) {
        throw new PlatformError({
          code: 'DEVELOPED_MANIFEST_INVALID',
          status: 400,
          message: errors.map(({ message }) => message).join(' '),
          fix: errors.map(({ fix }) => fix).join(' '),
          details: errors,
        });
      }
      const version = registry.ofApp(code)[0]?.version;
      if (version === undefined) return { added: 0, changed: 0, removed: 0 };
      const tenants = registry.tenants(code);
      const counts = await menus.sync(code, version, manifest.menus ?? [], tenants);
      events.emit(tenants, { type: 'upgraded', appCode: code, version });
      return counts;
    },
  });
}

function migrationsRoute(parts: DevelopmentParts): Route {
  const { registry, events, assertIdle } = parts;
  const migrations = new DevelopedMigrations(parts);
  return defineRoute({
    method: 'PUT',
    url: '/platform/development/migrations/:code',
    auth: AUTH,
    summary: 'Run the scripts of a project that is being written on the data of the installed application',
    audit: 'Run scripts that are being written',
    schema: { params: Params, body: Scripts, response: Type.Object({ scripts: Type.Array(Type.String()) }) },
    bodyLimit: SCRIPTS_LIMIT_BYTES,
    handler: async ({ params: { code }, body: { scripts, mode } }) => {
      const version = registry.ofApp(code)[0]?.version;
      if (version === undefined) return { scripts: [] };
      if (mode === 'look') return { scripts: await migrations.pending(code, scripts) };
      await assertIdle(code);
      const ran = await migrations[mode](code, version, scripts);
      if (ran.length > 0) events.emit(registry.tenants(code), { type: 'upgraded', appCode: code, version });
      return { scripts: ran };
    },
  });
}
