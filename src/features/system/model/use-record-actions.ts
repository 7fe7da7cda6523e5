import { useI18n } from 'vue-i18n';
import { useConfirm, useNotices } from '@/shared/feedback';

/**
 * Asks before a record is changed or removed, runs it and reports it; texts are
 * `system.<kind>.<what>.…`.
 */
export function useRecordActions(kind: 'user' | 'role' | 'config', changed: () => void) {
  const { t } = useI18n();
  const confirm = useConfirm();
  const notices = useNotices();

  return async function ask(
    what: string,
    name: string,
    run: () => Promise<void>,
    danger = false,
  ): Promise<void> {
    const words = (part: string) => t(`system.${kind}.${what}.${part}`, { name });
    const done = await confirm({
      title: words('title'),
      consequences: [words('text')],
      action: words('action'),
      danger,
      run,
    });
    if (!done) return;
    notices.show('good', words('done'));
    changed();
  };
}
