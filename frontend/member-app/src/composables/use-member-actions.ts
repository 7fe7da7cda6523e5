import { useConfirmed, useText } from '@platform/remote-app/ui';
import { removeMembers, type Member } from '../api/members.ts';
import { t, useRuntime } from '../runtime.ts';

/** Actions on members; `afterwards` runs after a change. */
export function useMemberActions(afterwards: () => Promise<void>) {
  const { events } = useRuntime();
  const text = useText();
  const confirmed = useConfirmed(afterwards);

  async function remove(members: readonly Member[]): Promise<void> {
    const [first] = members;
    if (!first) return;
    const title =
      members.length === 1
        ? t('remove.title', { name: first.name })
        : t('remove.many', { count: members.length });
    await confirmed({
      ask: { title, text: t('remove.text'), confirmText: text('remove'), type: 'danger' },
      async work() {
        await removeMembers(members.map(({ id }) => id));
        events.emit('member:changed', { kind: 'removed', names: members.map(({ name }) => name) });
      },
      done: text('removed'),
    });
  }

  return { remove };
}
