import type { Role, RoleRef } from '@platform/host-api';
import { useHttp } from '../http/index.ts';
import { useRecordNames } from '../i18n/record-names.ts';
import { useSessionStore } from '../session/index.ts';
import { useRemoteChoices, type RemoteChoices } from './use-remote-choices.ts';

/** Roles that are offered for a text: a tenant may have a thousand. */
const OFFERED = 50;

type RoleChoice = RoleRef & Partial<Pick<Role, 'isSuper'>>;

interface RoleChoicesOptions<By extends 'roleId' | 'roleKey'> {
  /** The field that the choice stores. */
  readonly by: By;
  readonly chosen: () => readonly RoleRef[By][];
  /** Roles known without a search, such as those of a user. */
  readonly known?: () => readonly RoleRef[];
  readonly lazy?: boolean;
}

/** Roles as choices of a field, which the server searches; none for who may not list them. */
export function useRoleChoices<By extends 'roleId' | 'roleKey'>({
  by,
  ...options
}: RoleChoicesOptions<By>): RemoteChoices<RoleChoice, RoleRef[By]> {
  const http = useHttp();
  const session = useSessionStore();
  const { roleName } = useRecordNames();
  const list = async (query: object, signal: AbortSignal): Promise<readonly RoleChoice[]> =>
    session.can('system:role:list')
      ? (await http.list<Role>('/system/role/list', { pageNum: 1, ...query }, { signal })).rows
      : [];
  return useRemoteChoices<RoleChoice, RoleRef[By]>({
    ...options,
    find: (name, signal) => list({ name: name || undefined, pageSize: OFFERED }, signal),
    name: (keys, signal) => list({ [`${by}s`]: keys.join(','), pageSize: keys.length }, signal),
    keyOf: (role) => role[by],
    nameOf: roleName,
  });
}
