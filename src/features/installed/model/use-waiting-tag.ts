import { useI18n } from 'vue-i18n';
import { useFailureText } from '@/shared/feedback';
import type { StateName } from '@/shared/ui/state.ts';
import type { Install } from '../api/install.ts';
import { hasFailedBefore, waitingVersion } from './install-state.ts';

/** Tag of the pending version; one that failed here is marked so. */
export function useWaitingTag(): (install: Install) => { state: StateName; label: string; title?: string } {
  const { t } = useI18n();
  const describe = useFailureText();
  return (install) => {
    const version = waitingVersion(install);
    if (!hasFailedBefore(install)) return { state: 'upgradable', label: t('installed.waiting', { version }) };
    return {
      state: 'error',
      label: t('installed.triedInVain', { version }),
      ...(install.failed ? { title: describe(install.failed).message } : {}),
    };
  };
}
