import type { AppManifest } from './schema.ts';

/** Names that `permissions` may contain, in display order. (design 9.4-19) */
export type PermissionName = 'network' | 'files' | 'process' | 'env';

/** Requested permissions in normalized form. (design 9.7-41) */
export interface Permissions {
  /** `true` means every host; a list allows `api.example.com`, `*.example.com`, `10.0.0.5:8443`. */
  readonly network?: true | readonly string[];
  readonly files?: true;
  readonly process?: true;
  readonly env?: true;
}

/** Normalizes both forms that the manifest allows. */
export function permissionsOf({ permissions = [] }: Pick<AppManifest, 'permissions'>): Permissions {
  return Array.isArray(permissions)
    ? Object.fromEntries(permissions.map((name) => [name, true]))
    : { ...(permissions as Permissions) };
}

/** Describes permissions for people and for comparison: `network (api.example.com), files`. */
export function describePermissions(permissions: Permissions): string {
  const names = (['network', 'files', 'process', 'env'] as const).filter(
    (name) => permissions[name] !== undefined,
  );
  return names
    .map((name) => {
      const scope = permissions[name];
      return Array.isArray(scope) ? `${name} (${scope.toSorted().join(', ')})` : name;
    })
    .join(', ');
}
