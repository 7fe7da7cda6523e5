import type { OfferDetail } from '@platform/host-api';
import type { Locale } from '@/shared/i18n';
import { menuName } from '@/shared/menus/menu-names.ts';

/** The manifest of an application on offer. */
export type OfferedManifest = NonNullable<OfferDetail['manifest']>;
type ManifestMenu = NonNullable<OfferedManifest['menus']>[number];
type ManifestPermissions = NonNullable<OfferedManifest['permissions']>;

/** Menus that an application adds, with counts and names. */
export interface MenuFacts {
  pages: string[];
  buttons: number;
}

export function menuFacts(menus: readonly ManifestMenu[], locale: Locale): MenuFacts {
  const all = menus.flatMap(flatten);
  return {
    pages: all
      .filter((menu) => menu.type === 'C')
      .map((menu) => menuName({ ...menu, menuKey: menu.key }, locale)),
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
  return Object.entries(permissions).map(([name, value]) => ({
    name,
    scope: value === true ? [] : [...value],
  }));
}

function flatten(menu: ManifestMenu): ManifestMenu[] {
  return [menu, ...(menu.children ?? []).flatMap(flatten)];
}

function isList(
  permissions: ManifestPermissions,
): permissions is Extract<ManifestPermissions, readonly unknown[]> {
  return Array.isArray(permissions);
}
