import { textIn } from '@/shared/i18n/text-in.ts';
import type { DictType } from '../api/dictionaries-api.ts';

/** The name of a dictionary in a language; its default name where it has none in that one. */
export const typeName = (
  { dictName, dictNames }: Pick<DictType, 'dictName' | 'dictNames'>,
  locale: string,
): string => textIn(dictNames, locale) ?? dictName;
