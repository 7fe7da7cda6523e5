import { useI18n } from 'vue-i18n';
import type { PartLine } from './parts.ts';

/** Kinds of parts that are no names of products. */
const CHINESE: Readonly<Record<string, string>> = { memory: '内存', embedded: '内置', local: '本地' };

/** Words for parts of the platform in the language of the shell. Use within setup. */
export function usePartWords() {
  const i18n = useI18n();
  return {
    nameOf: ({ name }: PartLine): string =>
      i18n.te(`shared.part.${name}`) ? i18n.t(`shared.part.${name}`) : name,
    kindOf: ({ kind = '' }: PartLine): string => (i18n.locale.value === 'zh-CN' && CHINESE[kind]) || kind,
  };
}
