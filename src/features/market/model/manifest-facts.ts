import type { ManifestMenu, ManifestPermissions, MarketApp, MarketManifest } from '../api/market-app.ts';

/** What an application adds to the menus, in figures and names. */
export interface MenuFacts {
  pages: string[];
  buttons: number;
}

export function menuFacts(menus: readonly ManifestMenu[]): MenuFacts {
  const all = menus.flatMap(flatten);
  return {
    pages: all.filter((menu) => menu.type === 'C').map((menu) => menu.name),
    buttons: all.filter((menu) => menu.type === 'F').length,
  };
}

/** A right that an application asks of the host, with the hosts or paths that it is narrowed to. */
export interface AskedPermission {
  name: string;
  scope: string[];
}

export function askedPermissions(permissions: ManifestPermissions): AskedPermission[] {
  if (isList(permissions)) return permissions.map((name) => ({ name, scope: [] }));
  return Object.entries(permissions)
    .filter(([, value]) => value !== false)
    .map(([name, value]) => ({
      name,
      scope: Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [],
    }));
}

/** A condition of an installation and whether it is met; undefined where this page cannot tell. */
export interface Requirement {
  kind: 'platform' | 'dependency' | 'optional';
  name: string;
  range: string;
  met: boolean | undefined;
  /** The version that is there. */
  found: string | undefined;
}

/** What an application requires, judged by what is installed. The platform's range is the server's to judge: `platformMet`. */
export function requirementsOf(
  manifest: MarketManifest,
  apps: readonly MarketApp[],
  platformMet: boolean | undefined,
): Requirement[] {
  const installed = new Map(apps.map((app) => [app.appCode, app.installedVersion ?? undefined]));
  const ofApps = (kind: 'dependency' | 'optional', ranges: Readonly<Record<string, string>>): Requirement[] =>
    Object.entries(ranges).map(([name, range]) => {
      const found = installed.get(name);
      return { kind, name, range, found, met: found !== undefined };
    });
  return [
    ...(manifest.platform
      ? [
          {
            kind: 'platform' as const,
            name: '',
            range: manifest.platform,
            met: platformMet,
            found: undefined,
          },
        ]
      : []),
    ...ofApps('dependency', manifest.dependencies ?? {}),
    ...ofApps('optional', manifest.optionalDependencies ?? {}),
  ];
}

function flatten(menu: ManifestMenu): ManifestMenu[] {
  return [menu, ...(menu.children ?? []).flatMap(flatten)];
}

function isList(permissions: ManifestPermissions): permissions is readonly string[] {
  return Array.isArray(permissions);
}
