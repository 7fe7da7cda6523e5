/** The limits of a tenant, as requests name them. */
export interface LimitChange {
  readonly maxUsers?: number | null;
  readonly maxStorage?: number | null;
  readonly applications?: readonly string[] | null;
  readonly excludedMenus?: readonly string[];
}

/** The columns of the limits that a change names. */
export function limitColumns({ maxUsers, maxStorage, applications, excludedMenus }: LimitChange) {
  return {
    max_users: maxUsers,
    max_storage: maxStorage,
    applications: applications && JSON.stringify(applications),
    excluded_menus: excludedMenus && (excludedMenus.length > 0 ? JSON.stringify(excludedMenus) : null),
  };
}
