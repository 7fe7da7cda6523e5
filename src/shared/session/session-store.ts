import { defineStore } from 'pinia';
import { computed, shallowRef } from 'vue';
import { hasPermission } from '../permission/index.ts';
import type { SessionMark } from './session-mark.ts';

export interface SessionUser {
  userId: number;
  userName: string;
  nickName: string;
  avatar?: string | null;
  email?: string | null;
  tenantId: string;
}

/** What `GET /system/user/getInfo` answers. */
export interface SessionProfile {
  user: SessionUser;
  roles: string[];
  permissions: string[];
  tenant: { tenantId: string; name: string };
  /** The password was generated, and its owner has not chosen one yet. */
  passwordGenerated?: boolean;
}

/** Who is logged in. The app folder fills it; features ask it. */
export const useSessionStore = defineStore('session', () => {
  /** There while somebody is logged in; the session itself is a cookie. */
  const mark = shallowRef<SessionMark>();
  const profile = shallowRef<SessionProfile>();

  const user = computed(() => profile.value?.user);
  const tenant = computed(() => profile.value?.tenant);
  const roles = computed(() => profile.value?.roles ?? []);
  const permissions = computed(() => profile.value?.permissions ?? []);
  const displayName = computed(() => user.value?.nickName || user.value?.userName || '');

  /** True when the person may do what the permission string (or any of the list) names. */
  const can = (required: string | readonly string[]) => hasPermission(permissions.value, required);

  function $reset() {
    mark.value = undefined;
    profile.value = undefined;
  }

  return { mark, profile, user, tenant, roles, permissions, displayName, can, $reset };
});
