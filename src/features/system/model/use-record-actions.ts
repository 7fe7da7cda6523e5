import type { RemovedRecords } from '@platform/host-api';
import { useI18n } from 'vue-i18n';
import { useConfirm, useNotices } from '@/shared/feedback';
import { useRemoval } from '@/shared/records';

/**
 * Asks before a record is changed or removed, runs it and reports it; texts are
 * `system.<kind>.<what>.…`.
 */
export function useRecordActions(kind: 'user' | 'role', changed: () => void) {
  const { t } = useI18n();
  const confirm = useConfirm();
  const notices = useNotices();
  const { report } = useRemoval();

  function ask(what: string, name: string, run: () => Promise<void>): Promise<boolean> {
    const words = (part: string) => t(`system.${kind}.${what}.${part}`, { name });
    return confirm({
      title: words('title'),
      consequences: [words('text')],
      action: words('action'),
      danger: what === 'remove',
      run,
    });
  }

  return {
    async change(what: string, name: string, run: () => Promise<void>): Promise<void> {
      if (!(await ask(what, name, run))) return;
      notices.show('good', t(`system.${kind}.${what}.done`, { name }));
      changed();
    },
    /** For records of which something ends that does not come back. */
    async remove(name: string, run: () => Promise<RemovedRecords>): Promise<void> {
      let removed: RemovedRecords = { changed: 0 };
      const isDone = await ask('remove', name, async () => {
        removed = await run();
      });
      if (isDone) report(removed, { done: t(`system.${kind}.remove.done`, { name }), changed });
    },
  };
}
