import type { RowAction } from '@platform/remote-app/ui';
import { computed, shallowRef } from 'vue';
import { useI18n } from 'vue-i18n';
import { useRouter } from 'vue-router';
import { useConfirm, useNotices } from '@/shared/feedback';
import { useAppsRefresh, useNavigation } from '@/shared/page';
import { useSessionStore } from '@/shared/session';
import type { Install } from '../api/install.ts';
import { useInstallsApi } from '../api/installs-api.ts';
import type { InstallAction } from './install-actions.ts';
import { actionsFor } from './install-actions.ts';
import { hasFailedBefore, waitingVersion } from './install-state.ts';

/**
 * Actions on installations with their questions. `upgrading` and `uninstalling` hold the
 * installation whose panel is open.
 */
export function useInstallActions() {
  const { t } = useI18n();
  const router = useRouter();
  const navigation = useNavigation();
  const session = useSessionStore();
  const confirm = useConfirm();
  const notices = useNotices();
  const refreshApps = useAppsRefresh();
  const api = useInstallsApi();
  const upgrading = shallowRef<Install>();
  const rollingBack = shallowRef<Install>();
  const uninstalling = shallowRef<Install>();
  const rights = computed(() => ({
    add: session.can('app:install:add') && navigation.pagePath('host:market/list') !== undefined,
    edit: session.can('app:install:edit'),
    remove: session.can('app:install:remove'),
  }));

  /** Asks, runs the action, and refreshes menus and page. */
  async function change(install: Install, kind: 'enable' | 'disable') {
    const values = { name: install.name, version: install.version };
    const done = await confirm({
      title: t(`installed.${kind}.title`, values),
      consequences: [
        t(`installed.${kind}.menus`, values),
        t(`installed.${kind}.routes`, values),
        t(`installed.${kind}.data`, values),
      ],
      action: t(`installed.${kind}.action`, values),
      run: async () => {
        // A refusal too may mean that the page shows what was.
        await (kind === 'enable' ? api.enable : api.disable)(install.installId).finally(refreshApps);
      },
    });
    if (done) notices.show('good', t(`installed.${kind}.done`, values));
  }

  const runs: Readonly<Record<InstallAction, (install: Install) => void>> = {
    installAgain: (install) =>
      void router.push(`${navigation.pagePath('host:market/list')}/${install.appCode}`),
    open: (install) => void router.push(navigation.appPath(install.appCode) ?? '/'),
    upgrade: (install) => (upgrading.value = install),
    enable: (install) => void change(install, 'enable'),
    disable: (install) => void change(install, 'disable'),
    rollback: (install) => (rollingBack.value = install),
    uninstall: (install) => (uninstalling.value = install),
  };

  function actionsOf(install: Install): RowAction[] {
    const openable = navigation.appPath(install.appCode) !== undefined;
    return actionsFor(install, rights.value, openable).map((key) => ({
      key,
      label: t(`installed.action.${key === 'upgrade' && hasFailedBefore(install) ? 'upgradeAgain' : key}`, {
        version: waitingVersion(install) ?? '',
        previous: install.previousVersion ?? '',
      }),
      danger: key === 'uninstall',
      run: () => runs[key](install),
    }));
  }

  return { actionsOf, upgrading, rollingBack, uninstalling, api };
}
