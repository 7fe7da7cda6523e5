import { useI18n } from 'vue-i18n';
import { useConfirm, useNotices } from '@/shared/feedback';
import type { MessagingApi, SettleAction } from '../api/messaging-api.ts';

/**
 * Asks before dead letters of a queue are sent again or dropped: all, or those with the ids.
 * Resolves to how many were.
 */
export function useSettling(api: Pick<MessagingApi, 'settle'>, changed: () => void) {
  const { t } = useI18n();
  const confirm = useConfirm();
  const notices = useNotices();

  return async function settle(
    queue: string,
    action: SettleAction,
    count: number,
    ids?: readonly string[],
  ): Promise<number> {
    let settled = 0;
    const done = await confirm({
      title: t(`messaging.${action}.title`, { count, queue }, count),
      consequences: [t(`messaging.${action}.text`, count)],
      action: t(`messaging.${action}.action`),
      danger: action === 'discard',
      run: async () => {
        ({ settled } = await api.settle(queue, action, ids));
      },
    });
    if (!done) return 0;
    notices.show('good', t(`messaging.${action}.done`, { count: settled }, settled));
    changed();
    return settled;
  };
}
