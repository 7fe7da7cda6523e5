import type { AskedPermission } from '@platform/host-api';
import { permissionsOf, type AppManifest, type Permissions } from '@platform/package-format';

const NAMES = ['network', 'files', 'process', 'env'] as const;

/** Permissions of a version, marked where the version before has them not or narrower. */
export function askedPermissions(wanted: AppManifest, former: AppManifest | undefined): AskedPermission[] {
  const before = former ? permissionsOf(former) : {};
  const asked = permissionsOf(wanted);
  return NAMES.flatMap((name) => {
    const value = asked[name];
    if (value === undefined) return [];
    const scope = value === true ? [] : [...value];
    return [{ name, scope, isNew: !covers(before[name], scope) }];
  });
}

function covers(before: Permissions[keyof Permissions], scope: readonly string[]): boolean {
  if (before === undefined || before === true) return before === true;
  return scope.length > 0 && scope.every((host) => before.includes(host));
}
