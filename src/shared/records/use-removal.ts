import type { RemovedRecords } from '@platform/host-api';
import { useI18n } from 'vue-i18n';
import { useNotices } from '../feedback/index.ts';
import { useAttempts } from '../feedback/use-attempts.ts';
import { useHttp } from '../http/index.ts';

export interface Removal {
  /** The result in words: "Developer is removed." */
  readonly done: string;
  readonly run: () => Promise<RemovedRecords>;
  /** Called after the removal, and again after it was undone. */
  readonly changed: () => void;
}

export interface Removals {
  /** Removes a record at once; a failure is a notice, since nothing is open that could show it. */
  readonly remove: (removal: Removal) => Promise<void>;
  /** Says that records are removed, with "Undo" where the server offers it. */
  readonly report: (removed: RemovedRecords, removal: Omit<Removal, 'run'>) => void;
}

/** Removals that need no question, because they can be undone for some seconds. (design 12.1-3) */
export function useRemoval(): Removals {
  const { t } = useI18n();
  const http = useHttp();
  const notices = useNotices();
  const { attempt } = useAttempts();

  async function undo(undoId: number, changed: () => void): Promise<void> {
    if (!(await attempt(`undo ${undoId}`, () => http.post<void>(`/system/undo/${undoId}`)))) return;
    notices.show('good', t('shared.undo.done'));
    changed();
  }

  function report({ undo: offered }: RemovedRecords, { done, changed }: Omit<Removal, 'run'>): void {
    if (offered) {
      const { undoId, seconds } = offered;
      const run = () => void undo(undoId, changed);
      notices.offer(done, { label: t('shared.undo.action'), seconds, run });
    } else notices.show('good', done);
    changed();
  }

  return {
    report,
    async remove({ run, ...removal }) {
      let removed: RemovedRecords | undefined;
      await attempt(removal.done, async () => (removed = await run()));
      if (removed) report(removed, removal);
    },
  };
}
