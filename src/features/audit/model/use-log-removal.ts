import type { MenuItem } from '@platform/remote-app/ui';
import { computed } from 'vue';
import { useI18n } from 'vue-i18n';
import { useConfirm, useNotices } from '@/shared/feedback';
import type { LogRemover } from '../api/audit-api.ts';

const DAY_MS = 86_400_000;
/** Ages in days that can be chosen. */
const AGES = [30, 90, 180] as const;

/** Asks before entries of a log are removed: chosen ones, or those of an age. */
export function useLogRemoval(api: LogRemover, changed: () => void) {
  const { t } = useI18n();
  const confirm = useConfirm();
  const notices = useNotices();

  async function ask(title: string, run: () => Promise<{ changed: number }>): Promise<void> {
    let removed = 0;
    const done = await confirm({
      title,
      consequences: [t('audit.removal.text')],
      action: t('audit.removal.action'),
      danger: true,
      run: async () => {
        removed = (await run()).changed;
      },
    });
    if (!done) return;
    notices.show('good', t('audit.removal.done', { count: removed }, removed));
    changed();
  }

  const items = computed<MenuItem[]>(() => [
    ...AGES.map((days) => ({
      key: String(days),
      label: t('audit.removal.older', { days }),
      run: () =>
        void ask(t('audit.removal.olderTitle', { days }), () =>
          api.clear(new Date(Date.now() - days * DAY_MS).toISOString()),
        ),
    })),
    {
      key: 'all',
      label: t('audit.removal.all'),
      danger: true,
      run: () => void ask(t('audit.removal.allTitle'), () => api.clear(undefined)),
    },
  ]);

  const removeSome = (ids: readonly number[]) =>
    ask(t('audit.removal.someTitle', { count: ids.length }, ids.length), () => api.remove(ids));

  return { items, removeSome };
}
