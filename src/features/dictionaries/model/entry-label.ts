import { textIn } from '@/shared/i18n/text-in.ts';
import type { DictData } from '../api/dictionaries-api.ts';

/** The label of an entry as the shell shows it. */
export const entryLabel = (
  { dictLabels, dictLabel }: Pick<DictData, 'dictLabels' | 'dictLabel'>,
  locale: string,
): string => textIn(dictLabels, locale) ?? dictLabel;
