import type {
  Config,
  KnownSetting,
  Menu,
  PasswordResult,
  Post,
  RemovedRecords,
  Role,
  User,
} from '@platform/host-api';
import type { DeptNode } from '@/shared/departments/dept-tree.ts';
import type { HttpClient, Page } from '@/shared/http';
import type { Seen } from '@/shared/records';
import type { DataScope, ImportResult, Online } from '@platform/host-api';

export type { DataScope, ImportResult, PasswordResult, Post, Role, RoleRef, User } from '@platform/host-api';

/** A setting of the tenant. */
export type ConfigEntry = Config;

/** A menu that can be granted to a role. */
export type GrantableMenu = Pick<
  Menu,
  'menuId' | 'parentId' | 'menuKey' | 'menuName' | 'menuNames' | 'menuType' | 'perms' | 'orderNum' | 'appCode'
>;

/** A permission of a user, with the names of the roles that give it. */
export interface UserRight {
  permission: string;
  roles: string[];
}

/** A role with what it grants. */
export type RoleDetail = Role & { readonly menuIds: readonly number[]; readonly deptIds: readonly number[] };

export interface UserChange {
  nickName: string;
  email: string;
  phone: string;
  remark: string;
  roleIds: number[];
  deptId?: number | null;
  postIds: number[];
}

export interface RoleChange {
  roleName: string;
  roleKey: string;
  remark: string;
  menuIds: readonly number[];
  dataScope?: DataScope;
  deptIds?: readonly number[];
}

export interface ConfigChange {
  configKey: string;
  configValue: string;
  configName: string;
  configCategory: string;
  remark: string;
}

/** The endpoints of users, roles and configuration (design 2.2). */
export function createSystemApi(http: HttpClient) {
  const lister =
    <Row>(path: string) =>
    (query: object, signal: AbortSignal): Promise<Page<Row>> =>
      http.list<Row>(path, query, { signal });
  return {
    users: {
      list: lister<User>('/system/user/list'),
      get: (userId: number, signal: AbortSignal) => http.get<User>(`/system/user/${userId}`, { signal }),
      add: (user: UserChange & { userName: string; password?: string }) =>
        http.post<PasswordResult>('/system/user', user),
      edit: (userId: number, user: UserChange & Seen) => http.put<void>('/system/user', { userId, ...user }),
      setStatus: (userId: number, status: 0 | 1) =>
        http.put<void>(`/system/user/${userId}/status`, { status }),
      resetPassword: (userId: number) => http.put<PasswordResult>(`/system/user/${userId}/password`, {}),
      lock: (userId: number) => http.put<void>(`/system/user/${userId}/lock`, {}),
      unlock: (userId: number) => http.put<void>(`/system/user/${userId}/unlock`, {}),
      resetFactor: (userId: number) => http.delete<void>(`/system/user/${userId}/second-factor`),
      remove: (...userIds: readonly number[]) =>
        http.delete<RemovedRecords>(`/system/user/${userIds.join(',')}`),
      rights: (userId: number, signal: AbortSignal) =>
        http.get<readonly UserRight[]>(`/system/user/${userId}/rights`, { signal }),
      async sessions(userName: string, signal: AbortSignal): Promise<readonly Online[]> {
        const query = { pageNum: 1, pageSize: 100, userName };
        const { rows } = await http.list<Online>('/system/online/list', query, { signal });
        return rows.filter((session) => session.userName === userName);
      },
      /** All but the one that asks. */
      endSessions: (userId: number) => http.delete<{ changed: number }>(`/system/online/user/${userId}`),
      endSession: (sessionId: number) => http.delete<void>(`/system/online/${sessionId}`),
      /** Reads a file; `apply` adds its users. Their passwords are hashed, which takes time. */
      import: (csv: string, apply: boolean) =>
        http.post<ImportResult>('/system/user/import', { csv, apply }, { timeout: 300_000 }),
    },
    places: {
      /** Those that the person reaches. */
      departments: (signal: AbortSignal) => http.get<readonly DeptNode[]>('/system/dept/choices', { signal }),
      async posts(signal: AbortSignal): Promise<readonly Post[]> {
        const query = { pageNum: 1, pageSize: 500 };
        return (await http.list<Post>('/system/post/list', query, { signal })).rows;
      },
    },
    roles: {
      list: lister<Role>('/system/role/list'),
      get: (roleId: number, signal?: AbortSignal) =>
        http.get<RoleDetail>(`/system/role/${roleId}`, signal ? { signal } : {}),
      async grantable(signal?: AbortSignal): Promise<readonly GrantableMenu[]> {
        const options = signal ? { signal } : {};
        return (await http.list<GrantableMenu>('/system/menu/grantable', {}, options)).rows;
      },
      add: (role: RoleChange) => http.post<{ roleId: number }>('/system/role', role),
      edit: (roleId: number, role: Partial<RoleChange> & Seen & { status?: 0 | 1 }) =>
        http.put<void>('/system/role', { roleId, ...role }),
      remove: (roleId: number) => http.delete<RemovedRecords>(`/system/role/${roleId}`),
      users: (roleId: number, query: object, signal: AbortSignal) =>
        http.list<User>(`/system/role/${roleId}/users`, query, { signal }),
      addUsers: (roleId: number, userIds: readonly number[]) =>
        http.post<{ changed: number }>(`/system/role/${roleId}/users`, { userIds }),
      removeUsers: (roleId: number, userIds: readonly number[]) =>
        http.delete<{ changed: number }>(`/system/role/${roleId}/users/${userIds.join(',')}`),
    },
    config: {
      list: lister<ConfigEntry>('/system/config/list'),
      /** Settings that the host itself reads. */
      known: (signal: AbortSignal) => http.get<readonly KnownSetting[]>('/system/config/known', { signal }),
      add: (entry: ConfigChange) => http.post<{ configId: number }>('/system/config', entry),
      edit: (configId: number, entry: Partial<ConfigChange> & Seen) =>
        http.put<void>('/system/config', { configId, ...entry }),
      remove: (configIds: number | string) => http.delete<RemovedRecords>(`/system/config/${configIds}`),
    },
  };
}
