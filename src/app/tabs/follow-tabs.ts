import { watch } from 'vue';
import type { Router } from 'vue-router';
import type { I18nService } from '@/shared/i18n';
import type { createTabsMemory } from './tabs-memory.ts';
import type { useTabsStore } from './tabs-store.ts';
import { homeKey } from './tabs-store.ts';
import { tabOf } from './use-route-tab.ts';

/** Opens a tab for each page, and restores the tabs after a reload. */
export function followTabs(
  router: Router,
  tabs: ReturnType<typeof useTabsStore>,
  i18n: I18nService,
  memory: ReturnType<typeof createTabsMemory>,
  owner: () => string | undefined,
): void {
  let restored = false;

  function restore(user: string) {
    restored = true;
    tabs.open({ ...tabOf(router.resolve(homeKey)) });
    for (const { fullPath, title } of memory.read(user)) {
      const route = router.resolve(fullPath);
      if (route.name === 'not-found' || route.meta.public) continue;
      tabs.open({ ...tabOf(route), title });
      if (route.meta.feature) void i18n.load(route.meta.feature).catch(() => undefined);
    }
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
}
