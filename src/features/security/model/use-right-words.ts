import { useI18n } from 'vue-i18n';
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

/** A right of the log in the language of the page; codes and unknown words as they are. */
export function useRightWords(): (kind: RightsKind, right: string) => string {
  const i18n = useI18n();
  return (kind, right) => {
    if (!WORDED.has(kind)) return right;
    const [word = '', ...rest] = right.split(' ');
    const key = `security.rights.word.${word}`;
    return i18n.te(key) ? [i18n.t(key), ...rest].join(' ') : right;
  };
}
