import { ref } from 'vue';
import type { Router } from 'vue-router';
import type { Notices } from '@/shared/feedback';
import type { AppsRefresh } from '@/shared/page';
import type { useMenusStore } from '../menus/menus-store.ts';
import type { MenuRouter } from '../router/menu-router.ts';
import type { useTabsStore } from '../tabs/tabs-store.ts';
import type { RemoteGate } from './remote-gate.ts';

export interface AppsRefreshOptions {
  menus: Pick<ReturnType<typeof useMenusStore>, 'load' | 'pages'>;
  /** Reads the profile again: the menus of an application bring permissions for roles. */
  readProfile: () => Promise<void>;
  remotes: Pick<RemoteGate, 'refresh'>;
  menuRouter: Pick<MenuRouter, 'sync'>;
  tabs: ReturnType<typeof useTabsStore>;
  router: Pick<Router, 'resolve' | 'replace'>;
  notices: Pick<Notices, 'show'>;
  t: (key: string) => string;
}

/**
 * Reloads permissions, menus and remotes, then updates routes and tabs. Pages of a removed
 * application are closed, except the current one and those with unsaved input, which show a
 * notice. Calls during a refresh share the next one.
 */
export function createAppsRefresh(options: AppsRefreshOptions): AppsRefresh {
  const { menus, readProfile, remotes, menuRouter, tabs, router, notices, t } = options;

  async function refresh(): Promise<void> {
    // The menus last: their links are on screen at once, and lead to what is known by then.
    await Promise.all([readProfile(), remotes.refresh()]);
    await menus.load();
    const staying = tabs.tabs.filter(
      (tab) => tab.appCode && (tab.unsaved || tab.mark || tab.key === tabs.active),
    );
    menuRouter.sync(menus.pages, new Set(staying.map((tab) => tab.menuKey ?? '')));
    const gone = tabs.tabs
      .filter((tab) => router.resolve(tab.fullPath).name === 'not-found')
      .map((tab) => tab.key);
    if (gone.length === 0) return;
    const next = tabs.close(gone);
    if (next !== undefined) await router.replace(next);
    notices.show('neutral', t('app.pageGone'));
  }

  const count = ref(0);
  let current = Promise.resolve();
  let next: Promise<void> | undefined;
  const shared = () =>
    (next ??= current
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return (current = refresh().finally(() => (count.value += 1)));
      }));
  return Object.assign(shared, { count });
}
