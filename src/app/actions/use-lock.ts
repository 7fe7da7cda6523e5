import { useI18n } from 'vue-i18n';
import { useConfirm } from '@/shared/feedback';
import { useSessionService } from '@/shared/session';
import { useTabsStore } from '../tabs/tabs-store.ts';

/** Locks the shell; asks first where input would be lost. */
export function useLock(): () => Promise<void> {
  const { t } = useI18n();
  const confirm = useConfirm();
  const tabs = useTabsStore();
  const service = useSessionService();
  return async () => {
    const agreed =
      !tabs.unsaved ||
      (await confirm({
        title: t('app.lock.unsavedTitle'),
        consequences: [t('app.tabs.unsavedText')],
        action: t('app.lock.lock'),
        danger: true,
      }));
    if (!agreed) return;
    for (const { key } of tabs.tabs) tabs.setUnsaved(key, false);
    service.lock();
  };
}
