import { useConfirmed } from '@platform/remote-app/ui';
import { removeMembers, type Member } from '../api/members.ts';
import { t, useRuntime } from '../runtime.ts';

/** What can be done with members besides editing; `afterwards` runs when something changed. */
export function useMemberActions(afterwards: () => Promise<void>) {
  const { events } = useRuntime();
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
      async work() {
        await removeMembers(members.map(({ id }) => id));
        events.emit('member:changed', { kind: 'removed', names: members.map(({ name }) => name) });
      },
      done: t('ui.removed'),
    });
  }

  return { remove };
}
