import { removeMembers, type Member } from '../api/members.ts';
import { t, useRuntime } from '../runtime.ts';

/** What can be done with members besides editing; `afterwards` runs when something changed. */
export function useMemberActions(afterwards: () => Promise<void>) {
  const { confirm, message } = useRuntime();

  async function remove(members: readonly Member[]): Promise<void> {
    const [first] = members;
    if (!first) return;
    const title =
      members.length === 1
        ? t('remove.title', { name: first.name })
        : t('remove.many', { count: members.length });
    if (!(await confirm({ title, text: t('remove.text'), confirmText: t('action.remove'), type: 'danger' })))
      return;
    try {
      await removeMembers(members.map((member) => member.id));
      message.success(t('remove.done'));
    } catch (error) {
      message.error((error as Error).message);
    }
    await afterwards();
  }

  return { remove };
}
