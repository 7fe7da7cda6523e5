import { useI18n } from 'vue-i18n';
import { useRouter } from 'vue-router';
import { useConfirm } from '@/shared/feedback';
import { homeKey, useTabsStore } from './tabs-store.ts';

/** Closes and rebuilds tabs. Asks first where input would be lost. */
export function useTabActions() {
  const { t } = useI18n();
  const router = useRouter();
  const tabs = useTabsStore();
  const confirm = useConfirm();

  async function mayLose(keys: readonly string[], action: string): Promise<boolean> {
    const unsaved = keys.filter((key) => tabs.find(key)?.unsaved);
    if (unsaved.length === 0) return true;
    return confirm({
      title: t('app.tabs.unsavedTitle', unsaved.length),
      consequences: [t('app.tabs.unsavedText')],
      action,
      danger: true,
    });
  }

  return {
    async close(keys: readonly string[]) {
      const closable = keys.filter((key) => key !== homeKey);
      if (!(await mayLose(closable, t('app.tabs.close')))) return;
      const next = tabs.close(closable);
      if (next !== undefined) await router.push(next);
    },
    async refresh(key: string) {
      if (await mayLose([key], t('app.tabs.refresh'))) tabs.refresh(key);
    },
  };
}
