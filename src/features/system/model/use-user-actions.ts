import type { RowAction } from '@platform/remote-app/ui';
import { useI18n } from 'vue-i18n';
import { useHttp } from '@/shared/http';
import { useSessionStore } from '@/shared/session';
import { createSystemApi, type User } from '../api/records.ts';
import { isLocked } from './user-state.ts';
import { useRecordActions } from './use-record-actions.ts';

interface UserActionsOptions {
  /** A user is no longer as shown. */
  changed: () => void;
  removed: () => void;
  edit: (user: User) => void;
  /** A password was made, which is shown this once. */
  generated: (password: { userName: string; password: string }) => void;
}

/** The actions on a user, in the list and on the page of one. */
export function useUserActions({ changed, removed, edit, generated }: UserActionsOptions) {
  const { t } = useI18n();
  const session = useSessionStore();
  const { users } = createSystemApi(useHttp());
  const ask = useRecordActions('user', changed);
  const askToRemove = useRecordActions('user', removed);

  return (user: User): RowAction[] => {
    const { userId, userName: name, status } = user;
    const self = userId === session.user?.userId;
    const mayEdit = session.can('system:user:edit');
    const mayManage = mayEdit && !self;
    const next = status === 1 ? 'disable' : 'enable';
    const action = (key: string, when: boolean, run: () => Promise<void>): RowAction => ({
      key,
      label: t(`system.user.${key}.short`),
      rare: true,
      when,
      run: () => void ask.change(key, name, run),
    });
    return [
      { key: 'edit', label: t('system.edit'), when: mayEdit, run: () => edit(user) },
      action('reset', mayManage, async () => {
        const { password } = await users.resetPassword(userId);
        if (password) generated({ userName: name, password });
      }),
      action('lock', mayManage && !isLocked(user), () => users.lock(userId)),
      // Others may still have to wait after failed logins; the same call ends that.
      action(isLocked(user) ? 'unlock' : 'waits', mayManage, () => users.unlock(userId)),
      action('factor', mayManage && user.secondFactor, () => users.resetFactor(userId)),
      action(next, mayManage, () => users.setStatus(userId, status === 1 ? 0 : 1)),
      {
        key: 'remove',
        label: t('system.remove'),
        danger: true,
        when: session.can('system:user:remove') && !self,
        run: () => void askToRemove.remove(name, () => users.remove(userId)),
      },
    ];
  };
}
