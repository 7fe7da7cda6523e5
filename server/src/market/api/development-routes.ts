import { developmentContracts } from '@platform/host-api';
import { parseManifest } from '@platform/package-format';
import { defineRoute, PlatformError, type Route } from '../../kernel/index.ts';
import type { InstallRegistry } from '../records/install-registry.ts';
import type { VersionMenus } from '../records/version-menus.ts';
import { DevelopedMigrations, type DevelopedMigrationsParts } from '../runtime/developed-migrations.ts';
import type { DevelopedRemotes } from '../runtime/developed-remotes.ts';
import type { RemoteApps } from '../runtime/remote-apps.ts';
import type { RuntimeEvents } from '../runtime/runtime-events.ts';

/** The same limit as in a package. */
const SCRIPTS_LIMIT_BYTES = 16 * 1024 * 1024;

export interface DevelopmentParts extends DevelopedMigrationsParts {
  developed: DevelopedRemotes;
  remoteApps: RemoteApps;
  registry: InstallRegistry;
  menus: VersionMenus;
  events: RuntimeEvents;
  /** @throws TASK_RUNNING (409) while a task of the application runs */
  assertIdle: (appCode: string) => Promise<void>;
}

/**
 * Lets shells load a development server's frontend, menus and scripts.
 *
 * Only with `platform.development`; needs the permission to deploy. (design 5.4)
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
      ...developmentContracts.get,
      handler: () => ({ development: true as const }),
    }),
    defineRoute({
      ...developmentContracts.serve,
      audit: 'Load a frontend from its development server',
      handler: ({ params: { code }, body }) => {
        const { entry, version, build } = developed.serve(code, body);
        return { entry, tenants: announce(code, version ?? null, build) };
      },
    }),
    defineRoute({
      ...developmentContracts.withdraw,
      audit: 'Load the installed frontend again',
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
    ...developmentContracts.manifest,
    audit: 'Replace menus in development',
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
    ...developmentContracts.migrations,
    audit: 'Run scripts in development',
    bodyLimit: SCRIPTS_LIMIT_BYTES,
    handler: async ({ params: { code }, body: { scripts, mode } }) => {
      const version = registry.ofApp(code)[0]?.version;
      if (version === undefined && scripts.length === 0) return { scripts: [] };
      if (version === undefined) throw notInstalled(code);
      if (mode === 'look') return { scripts: await migrations.pending(code, scripts) };
      await assertIdle(code);
      const ran = await migrations[mode](code, version, scripts);
      if (ran.length > 0) events.emit(registry.tenants(code), { type: 'upgraded', appCode: code, version });
      return { scripts: ran };
    },
  });
}

/** Only an installed application has tables, which its code needs to load. */
const notInstalled = (appCode: string): PlatformError =>
  new PlatformError({
    code: 'INSTALL_NOT_FOUND',
    status: 404,
    message: `Application ${appCode} is not installed on this host, so its scripts have not run.`,
    fix: `Package and install it once: npm run platform -- publish dist-packages/${appCode}-<version>.zip --install.`,
  });
