import type { RowAction } from '@platform/remote-app/ui';
import { computed, shallowRef } from 'vue';
import { useI18n } from 'vue-i18n';
import { useRouter } from 'vue-router';
import { useConfirm, useNotices } from '@/shared/feedback';
import { useHttp } from '@/shared/http';
import { useNavigation } from '@/shared/page';
import { useSessionStore } from '@/shared/session';
import { createConsoleApi } from '../api/console-api.ts';
import type { CountedListing, NotedVersion } from '@platform/host-api';

/**
 * Actions on an application's listing and versions, each with its question. `deploying` and
 * `deprecating` hold the version whose panel is open.
 */
export function useVersionActions(changed: () => Promise<void>) {
  const { t } = useI18n();
  const confirm = useConfirm();
  const notices = useNotices();
  const router = useRouter();
  const navigation = useNavigation();
  const session = useSessionStore();
  const market = computed(() => navigation.pagePath('host:market/list'));
  const api = createConsoleApi(useHttp());
  const deploying = shallowRef<NotedVersion>();
  const deprecating = shallowRef<NotedVersion>();
  const rights = computed(() => ({
    edit: session.can('app:console:edit'),
    remove: session.can('app:console:remove'),
  }));

  /** Asks, runs the action and reports it; texts are `console.<what>.…`. */
  async function ask(
    what:
      | 'publish'
      | 'publishAndList'
      | 'unlistVersion'
      | 'restoreVersion'
      | 'removeVersion'
      | 'list'
      | 'unlist'
      | 'removeApp',
    values: { name: string; version?: string; code?: string },
    run: () => Promise<void>,
    danger?: { typed?: string },
  ): Promise<boolean> {
    const done = await confirm({
      title: t(`console.${what}.title`, values),
      consequences: [t(`console.${what}.text`, values)],
      action: t(`console.${what}.action`, values),
      danger: danger !== undefined,
      typed: danger?.typed,
      run,
    });
    if (done) notices.show('good', t(`console.${what}.done`, values));
    return done;
  }

  async function askAndReload(...question: Parameters<typeof ask>) {
    if (await ask(...question)) await changed();
  }

  /** Tried again after the listing alone has failed, it continues there. */
  async function publishAndList(app: CountedListing, { versionId, version }: NotedVersion) {
    let published = false;
    const done = await ask('publishAndList', { name: app.name, version }, async () => {
      if (!published) await api.publish(versionId);
      published = true;
      await api.setListed(app.appId, true);
    });
    if (done || published) await changed();
  }

  function actionsOf(app: CountedListing, version: NotedVersion): RowAction[] {
    const values = { name: app.name, version: version.version };
    const pending = version.status === 0;
    const published = version.status === 1;
    return [
      {
        key: 'publish',
        label: t('console.publish.action', values),
        when: pending && rights.value.edit,
        run: () => void askAndReload('publish', values, () => api.publish(version.versionId)),
      },
      {
        key: 'publishAndList',
        label: t('console.publishAndList.action', values),
        when: pending && app.status !== 1 && rights.value.edit,
        run: () => void publishAndList(app, version),
      },
      {
        key: 'market',
        label: t('console.detail.install'),
        when:
          published &&
          app.status === 1 &&
          version.version === app.latestVersion &&
          market.value !== undefined,
        run: () => void router.push(`${market.value}/${app.appCode}`),
      },
      {
        key: 'restore',
        label: t('console.restoreVersion.short'),
        when: !pending && !published && rights.value.edit,
        run: () => void askAndReload('restoreVersion', values, () => api.restore(version.versionId)),
      },
      {
        key: 'deprecate',
        label: t('console.deprecate.short'),
        when: published && rights.value.edit,
        run: () => (deprecating.value = version),
      },
      {
        key: 'unlist',
        label: t('console.unlistVersion.short'),
        when: published && rights.value.edit,
        run: () => void askAndReload('unlistVersion', values, () => api.unlist(version.versionId)),
      },
      {
        key: 'deploy',
        label: t('console.deploy.menu'),
        note: t('console.deploy.note'),
        rare: true,
        when: !pending && rights.value.edit,
        run: () => (deploying.value = version),
      },
      {
        key: 'remove',
        label: t('console.removeVersion.short'),
        danger: true,
        when: pending && rights.value.remove,
        run: () => void askAndReload('removeVersion', values, () => api.removeVersion(version.versionId), {}),
      },
    ];
  }

  const setListed = (app: CountedListing, listed: boolean) =>
    askAndReload(listed ? 'list' : 'unlist', { name: app.name }, () => api.setListed(app.appId, listed));

  /** True once it is gone. */
  const removeApp = (app: CountedListing) =>
    ask('removeApp', { name: app.name, code: app.appCode }, () => api.remove(app.appId), {
      typed: app.appCode,
    });

  return { api, rights, deploying, deprecating, actionsOf, setListed, removeApp };
}
