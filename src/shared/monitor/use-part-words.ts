import { useI18n } from 'vue-i18n';
import type { PartLine } from './parts.ts';

/** Kinds of parts that are no names of products. */
const CHINESE: Readonly<Record<string, string>> = { memory: '内存', embedded: '内置', local: '本地' };

/** Words for parts of the platform in the language of the shell. Use within setup. */
export function usePartWords() {
  const { t, te, locale } = useI18n();
  return {
    nameOf: ({ name }: PartLine): string => (te(`shared.part.${name}`) ? t(`shared.part.${name}`) : name),
    kindOf: ({ kind = '' }: PartLine): string => (locale.value === 'zh-CN' && CHINESE[kind]) || kind,
  };
}
