import { useI18n } from 'vue-i18n';
import type { PartLine } from './parts.ts';

/** Words for parts of the platform in the language of the shell. Use within setup. */
export function usePartWords() {
  const i18n = useI18n();
  const worded = (key: string, name: string): string => (i18n.te(key) ? i18n.t(key) : name);
  return {
    nameOf: ({ name }: PartLine): string => worded(`shared.part.${name}`, name),
    /** Names of products stay as they are. */
    kindOf: ({ kind = '' }: PartLine): string => worded(`shared.partKind.${kind}`, kind),
  };
}
