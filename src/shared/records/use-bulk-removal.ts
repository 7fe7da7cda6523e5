import { useI18n } from 'vue-i18n';
import { useConfirm, useNotices } from '../feedback/index.ts';
import { useRemoval, type Removal } from './use-removal.ts';

/** Removes several records after a question: only a single removal can be undone. */
export function useBulkRemoval() {
  const { t } = useI18n();
  const confirm = useConfirm();
  const notices = useNotices();
  const { remove } = useRemoval();
  return async ({ count, ...removal }: Removal & { readonly count: number }): Promise<void> => {
    if (count === 1) return remove(removal);
    const isSure = await confirm({
      title: t('shared.removal.title', { count }),
      consequences: [t('shared.removal.text')],
      action: t('shared.removal.action', { count }),
      danger: true,
      run: async () => void (await removal.run()),
    });
    if (!isSure) return;
    notices.show('good', removal.done);
    removal.changed();
  };
}
