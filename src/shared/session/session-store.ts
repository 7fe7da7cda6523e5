import type { SessionInfo } from '@platform/host-api';
import { defineStore } from 'pinia';
import { computed, shallowRef } from 'vue';
import { personName } from '../i18n/record-names.ts';
import { permissionCheck } from '../permission/index.ts';
import { usePreferencesStore } from '../preferences/preferences-store.ts';
import type { SessionMark } from './session-mark.ts';

/** The logged-in person. The app folder sets it; features read it. */
export const useSessionStore = defineStore('session', () => {
  /** Present while logged in; the session itself is a cookie. */
  const mark = shallowRef<SessionMark>();
  const profile = shallowRef<SessionInfo>();

  const user = computed(() => profile.value?.user);
  const tenant = computed(() => profile.value?.tenant);
  /** Present while the person looks into `tenant`, which is not their own. */
  const acting = computed(() => profile.value?.acting);
  const roles = computed(() => profile.value?.roles ?? []);
  const permissions = computed(() => profile.value?.permissions ?? []);
  const displayName = computed(() =>
    user.value ? personName(user.value, usePreferencesStore().locale) || user.value.userName : '',
  );

  const check = computed(() => permissionCheck(permissions.value));

  /** Whether the person has the permission, or any of several, in the tenant that is shown. */
  const can = (required: string | readonly string[]) =>
    [required].flat().some((one) => !isWithheld(one) && check.value(one));
  const isWithheld = (one: string) => acting.value?.withheld?.some((start) => one.startsWith(start));

  function $reset() {
    mark.value = undefined;
    profile.value = undefined;
  }

  return { mark, profile, user, tenant, acting, roles, permissions, displayName, can, $reset };
});
