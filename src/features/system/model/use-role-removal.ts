import { useI18n } from 'vue-i18n';
import { useConfirm, useNotices } from '@/shared/feedback';
import { useAttempts } from '@/shared/feedback/use-attempts.ts';
import { useHttp } from '@/shared/http';
import { useRecordNames } from '@/shared/i18n/record-names.ts';
import { useSessionStore } from '@/shared/session';
import { createSystemApi, type Role, type User } from '../api/records.ts';

/** As long as a removed record can be put back. */
const UNDO_SECONDS = 10;

/**
 * Takes a role from users. One user loses it at once; several, and the own account, only after a
 * question. It can be given back for some seconds.
 */
export function useRoleRemoval(changed: () => void) {
  const { t } = useI18n();
  const names = useRecordNames();
  const confirm = useConfirm();
  const notices = useNotices();
  const { attempt } = useAttempts();
  const session = useSessionStore();
  const { roles } = createSystemApi(useHttp());

  async function giveBack(roleId: number, userIds: readonly number[]): Promise<void> {
    if (!(await attempt(`give ${roleId}`, () => roles.addUsers(roleId, userIds)))) return;
    notices.show('good', t('shared.undo.done'));
    changed();
  }

  return async (role: Pick<Role, 'roleId' | 'roleName'>, users: readonly User[]) => {
    const { roleId } = role;
    const userIds = users.map(({ userId }) => userId);
    const words = { count: userIds.length, name: names.roleName(role) };
    const isOwn = userIds.some((userId) => userId === session.user?.userId);
    const take = () => roles.removeUsers(roleId, userIds);
    const isDone =
      userIds.length === 1 && !isOwn
        ? await attempt(`take ${roleId} ${userIds[0]}`, take)
        : await confirm({
            title: t('system.role.takeUsers.title', words, words.count),
            consequences: [
              t('system.role.takeUsers.text'),
              ...(isOwn ? [t('system.role.takeUsers.self')] : []),
            ],
            action: t('system.role.takeUsers.action'),
            danger: true,
            run: async () => void (await take()),
          });
    if (!isDone) return;
    const done = t('system.role.takeUsers.done', words, words.count);
    // Without the role a person may lack the right to give it back.
    if (isOwn) notices.show('good', done);
    else {
      const run = () => void giveBack(roleId, userIds);
      notices.offer(done, { label: t('shared.undo.action'), seconds: UNDO_SECONDS, run });
    }
    changed();
  };
}
