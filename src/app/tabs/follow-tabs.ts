import { watch } from 'vue';
import type { Router } from 'vue-router';
import type { I18nService } from '@/shared/i18n';
import type { createTabsMemory } from './tabs-memory.ts';
import type { useTabsStore } from './tabs-store.ts';
import { homeKey } from './tabs-store.ts';
import { tabOf } from './use-route-tab.ts';

/**
 * Opens a tab for each page, and restores the tabs after a reload. Those that the person has pinned
 * are there in every browser.
 */
export function followTabs(
  router: Router,
  tabs: ReturnType<typeof useTabsStore>,
  i18n: I18nService,
  memory: ReturnType<typeof createTabsMemory>,
  owner: () => string | undefined,
  preferences: { pinnedTabs: string[] },
): void {
  let restored = false;
  /** Pinned pages that are not there now, for example in another tenant. */
  let absent: string[] = [];

  function restore(user: string) {
    restored = true;
    tabs.open({ ...tabOf(router.resolve(homeKey)) });
    const pinned = preferences.pinnedTabs;
    absent = pinned.filter((path) => !openAt(path));
    for (const path of pinned) tabs.setPinned(path, true);
    for (const { fullPath, title } of memory.read(user)) openAt(fullPath, title);
  }

  /** @returns whether there is such a page */
  function openAt(fullPath: string, title?: string): boolean {
    const route = router.resolve(fullPath);
    if (route.name === 'not-found' || route.meta.public) return false;
    tabs.open({ ...tabOf(route), title });
    if (route.meta.feature) void i18n.load(route.meta.feature).catch(() => undefined);
    return true;
  }

  router.afterEach((to, _from, failure) => {
    const user = owner();
    if (failure || to.meta.public || !user) return;
    if (!restored) restore(user);
    if (to.meta.transient) tabs.active = undefined;
    else tabs.open(tabOf(to));
  });

  watch(
    () => tabs.tabs.map((tab) => `${tab.fullPath} ${tab.title}`),
    () => {
      const user = owner();
      if (user) memory.write(user, tabs.tabs);
    },
  );

  watch(
    () => tabs.tabs.filter((tab) => tab.pinned).map((tab) => tab.key),
    (pinned) => {
      // Without any tab, the person is leaving.
      if (restored && tabs.tabs.length > 0) preferences.pinnedTabs = [...pinned, ...absent];
    },
  );
}
