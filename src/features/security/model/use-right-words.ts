import { useLoaded } from '@platform/remote-app/ui';
import type { Menu } from '@platform/host-api';
import { computed } from 'vue';
import { useI18n } from 'vue-i18n';
import type { Locale } from '@/shared/i18n';
import { permissionNames } from '@/shared/menus/permission-names.ts';
import type { RightsKind } from '../api/security-api.ts';

/** Kinds of changes whose rights are words of the platform, and no codes or names. */
const WORDED: ReadonlySet<RightsKind> = new Set([
  'user-state',
  'user-credentials',
  'role-state',
  'role-data',
  'tenant-state',
  'catalog-token',
]);
/** Kinds whose rights are permissions. */
const PERMISSIONS: ReadonlySet<RightsKind> = new Set(['role-permissions', 'menu-permission', 'script-token']);

export type RightWords = (kind: RightsKind, right: string) => string;

/**
 * A right of the log in the language of the page; permissions that the person does not have, other
 * codes and unknown words as they are.
 */
export function useRightWords(menus: (signal: AbortSignal) => Promise<readonly Menu[]>): RightWords {
  const i18n = useI18n();
  const source = useLoaded(menus);
  const names = computed(() => permissionNames(source.data.value ?? [], i18n.locale.value as Locale));
  return (kind, right) => {
    if (PERMISSIONS.has(kind)) return names.value.get(right) ?? right;
    if (!WORDED.has(kind)) return right;
    const [word = '', ...rest] = right.split(' ');
    const key = `security.rights.word.${word}`;
    return i18n.te(key) ? [i18n.t(key), ...rest].join(' ') : right;
  };
}
