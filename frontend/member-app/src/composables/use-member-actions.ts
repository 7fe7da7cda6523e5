import { useConfirmed } from '@platform/remote-app/ui';
import { removeMembers, type Member } from '../api/members.ts';
import { t } from '../runtime.ts';

/** What can be done with members besides editing; `afterwards` runs when something changed. */
export function useMemberActions(afterwards: () => Promise<void>) {
  const confirmed = useConfirmed(afterwards);

  async function remove(members: readonly Member[]): Promise<void> {
    const [first] = members;
    if (!first) return;
    const title =
      members.length === 1
        ? t('remove.title', { name: first.name })
        : t('remove.many', { count: members.length });
    await confirmed({
      ask: { title, text: t('remove.text'), confirmText: t('ui.remove'), type: 'danger' },
      work: () => removeMembers(members.map((member) => member.id)),
      done: t('ui.removed'),
    });
  }

  return { remove };
}
