import type { MenuItem } from '@platform/remote-app/ui';
import { useI18n } from 'vue-i18n';
import { homeKey, useTabsStore } from './tabs-store.ts';
import { useTabActions } from './use-tab-actions.ts';

/** The entries of a tab's menu. @param move moves a tab by steps */
export function useTabMenu(move: (key: string, step: number) => void) {
  const { t } = useI18n();
  const tabs = useTabsStore();
  const actions = useTabActions();

  return (key: string): MenuItem[] => {
    const pinned = tabs.find(key)?.pinned === true;
    const at = tabs.indexOf(key);
    const close = (name: string, label: string, keys: readonly string[]): MenuItem => ({
      key: name,
      label,
      disabled: keys.length === 0,
      run: () => void actions.close(keys),
    });
    return [
      { key: 'refresh', label: t('app.tabs.refresh'), run: () => void actions.refresh(key) },
      {
        key: 'pin',
        label: t(pinned ? 'app.tabs.unpin' : 'app.tabs.pin'),
        disabled: key === homeKey,
        run: () => tabs.setPinned(key, !pinned),
      },
      {
        key: 'left',
        label: t('app.tabs.moveLeft'),
        hint: 'Alt ←',
        disabled: !tabs.mayStandAt(key, at - 1),
        run: () => move(key, -1),
      },
      {
        key: 'right',
        label: t('app.tabs.moveRight'),
        hint: 'Alt →',
        disabled: !tabs.mayStandAt(key, at + 1),
        run: () => move(key, 1),
      },
      { ...close('close', t('app.tabs.close'), key === homeKey ? [] : [key]), divided: true },
      close('others', t('app.tabs.closeOthers'), tabs.othersOf(key)),
      close('closeRight', t('app.tabs.closeRight'), tabs.rightOf(key)),
      close('all', t('app.tabs.closeAll'), tabs.closable()),
    ];
  };
}
