import { useFormat } from '@platform/remote-app/ui';
import { TriangleAlert } from '@lucide/vue';
import { useI18n } from 'vue-i18n';
import { useFailureText } from '../feedback/index.ts';
import { useNow } from '../page/index.ts';
import type { Consequence } from './consequence.ts';
import type { FailedVersion } from './task.ts';

/** First line of the plan of a version that failed here before: when, and why. */
export function useFailedBefore(): (
  failed: FailedVersion | null | undefined,
  version: string,
) => Consequence[] {
  const { t } = useI18n();
  const format = useFormat();
  const now = useNow();
  const describe = useFailureText();
  return (failed, version) => {
    if (failed?.version !== version) return [];
    const when = format.relative(Date.parse(failed.at), now.value);
    const text = t('shared.task.failedBefore', { version, when, message: describe(failed).message });
    return [{ icon: TriangleAlert, tone: 'bad', text }];
  };
}
