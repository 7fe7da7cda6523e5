import type { RoleRef, User } from '../api/records.ts';

/** A role, yet to be chosen, that users are given or lose. */
export interface UserRoleChange {
  readonly given: boolean;
  readonly users: readonly User[];
}

/** The roles that users have, each once. */
export const rolesOf = (users: readonly Pick<User, 'roles'>[]): readonly RoleRef[] => [
  ...new Map(users.flatMap(({ roles }) => roles.map((role) => [role.roleId, role] as const))).values(),
];
