import type { RowAction } from '@platform/remote-app/ui';
import { useI18n } from 'vue-i18n';
import { useConfirm, useErrorText, useNotices } from '@/shared/feedback';
import { useHttp } from '@/shared/http';
import { eachOf, useBulkRemoval } from '@/shared/records';
import { useSessionStore } from '@/shared/session';
import { createSystemApi, type User } from '../api/records.ts';
import { rolesOf, type UserRoleChange } from './user-role-change.ts';

interface UserBulkOptions {
  /** Users are no longer as shown. */
  readonly changed: () => void;
  /** Asks which role users are given, or lose. */
  readonly changeRole: (change: UserRoleChange) => void;
}

/** The actions on several users. The own account is left out of them. (design 15.3) */
export function useUserBulk({ changed, changeRole }: UserBulkOptions) {
  const { t } = useI18n();
  const session = useSessionStore();
  const confirm = useConfirm();
  const notices = useNotices();
  const describe = useErrorText();
  const { users } = createSystemApi(useHttp());
  const removeAll = useBulkRemoval();

  async function ask(what: 'enable' | 'disable' | 'endSessions', rows: readonly User[]): Promise<void> {
    const one = {
      enable: ({ userId }: User) => users.setStatus(userId, 1),
      disable: ({ userId }: User) => users.setStatus(userId, 0),
      endSessions: async ({ userId }: User) => void (await users.endSessions(userId)),
    }[what];
    let failed: ReadonlyArray<{ readonly error: unknown }> = [];
    const words = { count: rows.length };
    const done = await confirm({
      title: t(`system.user.bulk.${what}.title`, words, rows.length),
      consequences: [t(`system.user.bulk.${what}.text`)],
      action: t(`system.user.bulk.${what}.action`),
      danger: what !== 'enable',
      run: async () => {
        failed = await eachOf(rows, one);
      },
    });
    if (!done) return;
    const [first] = failed;
    const count = rows.length - failed.length;
    if (first) {
      const reason = describe(first.error).message;
      notices.show('bad', t('system.user.bulk.some', { count, failed: failed.length, reason }), first.error);
    } else {
      notices.show('good', t(`system.user.bulk.${what}.done`, words, rows.length));
    }
    changed();
  }

  return (selected: readonly User[]): RowAction[] => {
    const rows = selected.filter(({ userId }) => userId !== session.user?.userId);
    const mayEdit = session.can('system:user:edit');
    const action = (what: 'enable' | 'disable' | 'endSessions', when: boolean, wanted = rows): RowAction => ({
      key: what,
      label: t(`system.user.bulk.${what}.action`),
      when,
      disabled: wanted.length === 0,
      run: () => void ask(what, wanted),
    });
    const roleAction = (given: boolean, when: boolean, disabled: boolean): RowAction => ({
      key: given ? 'giveRole' : 'takeRole',
      label: t(`system.user.bulk.${given ? 'giveRole' : 'takeRole'}.action`),
      when,
      disabled,
      run: () => changeRole({ given, users: rows }),
    });
    return [
      roleAction(true, mayEdit && session.can('system:role:list'), rows.length === 0),
      roleAction(false, mayEdit, rolesOf(rows).length === 0),
      action(
        'enable',
        mayEdit,
        rows.filter(({ status }) => status === 0),
      ),
      action(
        'disable',
        mayEdit,
        rows.filter(({ status }) => status === 1),
      ),
      action('endSessions', session.can('system:online:remove')),
      {
        key: 'remove',
        label: t('system.remove'),
        danger: true,
        when: session.can('system:user:remove'),
        disabled: rows.length === 0,
        run: () =>
          void removeAll({
            count: rows.length,
            done: t('system.user.bulk.removed', { count: rows.length }, rows.length),
            run: () => users.remove(...rows.map(({ userId }) => userId)),
            changed,
          }),
      },
    ];
  };
}
