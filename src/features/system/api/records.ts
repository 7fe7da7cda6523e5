import type { HttpClient, Page } from '@/shared/http';

export interface RoleRef {
  roleId: number;
  roleKey: string;
  roleName: string;
}

/** A user of the tenant. `status`: 1 enabled, 0 disabled. */
export interface User {
  userId: number;
  userName: string;
  nickName: string;
  email: string | null;
  phone: string | null;
  status: 0 | 1;
  lastLoginTime: string | null;
  lastLoginIp: string | null;
  /** Locked by hand until then. */
  lockedUntil: string | null;
  remark: string | null;
  createTime: string;
  roles: readonly RoleRef[];
}

export interface UserChange {
  nickName: string;
  email: string;
  phone: string;
  remark: string;
  roleIds: number[];
}

export interface Role extends RoleRef {
  orderNum: number;
  status: 0 | 1;
  /** Has every permission, whatever its menus. */
  isSuper: boolean;
  remark: string | null;
  createTime: string;
}

export interface RoleChange {
  roleName: string;
  roleKey: string;
  remark: string;
  menuIds: number[];
}

/** A menu that can be given to a role. */
export interface GrantableMenu {
  menuId: number;
  parentId: number;
  menuKey: string;
  menuName: string;
  menuType: 'M' | 'C' | 'F';
  perms: string | null;
  orderNum: number;
}

export interface ConfigEntry {
  configId: number;
  configName: string | null;
  configKey: string;
  configValue: string | null;
  configCategory: string | null;
  /** The host keeps it for itself: nobody else changes or removes it. */
  isSystem: boolean;
  remark: string | null;
  updateTime: string;
}

export interface ConfigChange {
  configKey: string;
  configValue: string;
  configName: string;
  configCategory: string;
  remark: string;
}

/** A password that the server made; told once. */
export interface PasswordResult {
  userId: number;
  password?: string;
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
      add: (user: UserChange & { userName: string; password?: string }) =>
        http.post<PasswordResult>('/system/user', user),
      edit: (userId: number, user: UserChange) => http.put<void>('/system/user', { userId, ...user }),
      setStatus: (userId: number, status: 0 | 1) =>
        http.put<void>(`/system/user/${userId}/status`, { status }),
      resetPassword: (userId: number) => http.put<PasswordResult>(`/system/user/${userId}/password`, {}),
      lock: (userId: number) => http.put<void>(`/system/user/${userId}/lock`, {}),
      unlock: (userId: number) => http.put<void>(`/system/user/${userId}/unlock`, {}),
      remove: (userId: number) => http.delete<void>(`/system/user/${userId}`),
    },
    roles: {
      list: lister<Role>('/system/role/list'),
      get: (roleId: number, signal?: AbortSignal) =>
        http.get<Role & { menuIds: number[] }>(`/system/role/${roleId}`, signal ? { signal } : {}),
      async grantable(signal?: AbortSignal): Promise<readonly GrantableMenu[]> {
        const options = signal ? { signal } : {};
        return (await http.list<GrantableMenu>('/system/menu/grantable', {}, options)).rows;
      },
      add: (role: RoleChange) => http.post<{ roleId: number }>('/system/role', role),
      edit: (roleId: number, role: Partial<RoleChange> & { status?: 0 | 1 }) =>
        http.put<void>('/system/role', { roleId, ...role }),
      remove: (roleId: number) => http.delete<void>(`/system/role/${roleId}`),
    },
    config: {
      list: lister<ConfigEntry>('/system/config/list'),
      add: (entry: ConfigChange) => http.post<{ configId: number }>('/system/config', entry),
      edit: (configId: number, entry: Partial<ConfigChange>) =>
        http.put<void>('/system/config', { configId, ...entry }),
      remove: (configId: number) => http.delete<void>(`/system/config/${configId}`),
    },
  };
}
