import { textIn } from '@/shared/i18n/text-in.ts';
import { seededName } from '@/shared/i18n/seeded-name.ts';
import type { DictType } from '../api/dictionaries-api.ts';

/** Chinese names of the host's own dictionaries, by type and by the name at the first start. */
const CHINESE: Readonly<Record<string, readonly [seeded: string, chinese: string]>> = {
  sys_enabled: ['Enabled or disabled', '启用状态'],
  sys_yes_no: ['Yes or no', '是否'],
  sys_notice_type: ['Kinds of notices', '公告类型'],
};

/** The name of a dictionary. One that an operator has changed is not translated. */
export const typeName = (
  { dictType, dictName, dictNames }: Pick<DictType, 'dictType' | 'dictName' | 'dictNames'>,
  locale: string,
): string => textIn(dictNames, locale) ?? seededName(CHINESE, dictType, dictName, locale);
