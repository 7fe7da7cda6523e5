import type { ManifestMenu, ManifestPermissions } from '../api/market-app.ts';

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

function flatten(menu: ManifestMenu): ManifestMenu[] {
  return [menu, ...(menu.children ?? []).flatMap(flatten)];
}

function isList(permissions: ManifestPermissions): permissions is readonly string[] {
  return Array.isArray(permissions);
}
