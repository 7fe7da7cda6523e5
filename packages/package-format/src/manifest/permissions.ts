import type { AppManifest } from './schema.ts';

/** What `permissions` may name, in the order in which people are told. (design 9.4-19) */
export type PermissionName = 'network' | 'files' | 'process' | 'env';

/** The permissions that an application asks for, in one form. (design 9.7-41) */
export interface Permissions {
  /** `true` is every host; a list narrows it to these, as `api.example.com`, `*.example.com`, `10.0.0.5:8443`. */
  readonly network?: true | readonly string[];
  readonly files?: true;
  readonly process?: true;
  readonly env?: true;
}

/** Both forms that the manifest allows, as one. */
export function permissionsOf({ permissions = [] }: Pick<AppManifest, 'permissions'>): Permissions {
  return Array.isArray(permissions)
    ? Object.fromEntries(permissions.map((name) => [name, true]))
    : { ...(permissions as Permissions) };
}

/** For people, and to compare: `network (api.example.com), files`. */
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
