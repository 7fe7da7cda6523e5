import { WarningFilled } from '@element-plus/icons-vue';
import { useI18n } from 'vue-i18n';
import { useFormat } from '../format/index.ts';
import { useNow } from '../page/index.ts';
import type { Consequence } from './consequence.ts';
import type { FailedVersion } from './task.ts';

/** First line of the plan of a version that was tried here in vain: when, and why. */
export function useFailedBefore(): (
  failed: FailedVersion | null | undefined,
  version: string,
) => Consequence[] {
  const { t } = useI18n();
  const format = useFormat();
  const now = useNow();
  return (failed, version) => {
    if (failed?.version !== version) return [];
    const when = format.relative(Date.parse(failed.at), now.value);
    const text = t('shared.task.failedBefore', { version, when, message: failed.message });
    return [{ icon: WarningFilled, tone: 'bad', text }];
  };
}
