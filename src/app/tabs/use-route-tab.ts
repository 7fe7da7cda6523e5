import { computed } from 'vue';
import { useI18n } from 'vue-i18n';
import type { RouteLocationResolved } from 'vue-router';
import { useRoute } from 'vue-router';
import type { Locale } from '@/shared/i18n';
import type { MenuNode } from '../menus/menu.ts';
import { menuName, type NamedMenu } from '@/shared/menus/menu-names.ts';
import type { NewTab, Tab } from './tabs-store.ts';

/** The key of a route's tab: its path without query. */
export function tabKey(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') : path;
}

/** The tab of a route. */
export function tabOf(route: Pick<RouteLocationResolved, 'path' | 'fullPath' | 'meta'>): NewTab {
  const { menu, ancestors = [], titleKey, cache } = route.meta;
  const above = ancestors.at(-1);
  const shown = (menu?.appCode ? ancestors[0] : undefined) ?? menu ?? above;
  return {
    key: tabKey(route.path),
    fullPath: route.fullPath,
    menuKey: menu?.menuKey,
    titleKey,
    ...(shown ? { iconMenu: { menuKey: shown.menuKey, icon: shown.icon ?? null } } : {}),
    appCode: menu?.appCode,
    ...(above ? { within: { menuKey: above.menuKey, name: above.name, names: above.names } } : {}),
    cache: cache === true,
  };
}

/** The current route's tab key. */
export function useRouteTab() {
  const route = useRoute();
  return { key: computed(() => tabKey(route.path)) };
}

/** Titles of tabs and menus in the current language. */
export function useTitles(menuByKey: (key: string) => MenuNode | undefined) {
  const i18n = useI18n();
  const ofMenu = (menu: NamedMenu) => menuName(menu, i18n.locale.value as Locale);

  function ofTab(tab: Pick<Tab, 'title' | 'titleKey' | 'menuKey' | 'fullPath'>): string {
    const menu = tab.menuKey ? menuByKey(tab.menuKey) : undefined;
    return tab.title ?? (menu ? ofMenu(menu) : tab.titleKey ? loaded(tab.titleKey) : tab.fullPath);
  }

  /** A restored tab is shown before the messages of its page are loaded. */
  function loaded(titleKey: string): string {
    return i18n.te(titleKey) ? i18n.t(titleKey) : '';
  }

  /** By tab, the name of what it lies in, for those whose title another one has too. */
  function contextsOf(tabs: readonly Tab[]): ReadonlyMap<string, string> {
    const titles = tabs.map(ofTab);
    return new Map(
      tabs.flatMap(({ key, within }, index) => {
        const title = titles[index];
        const isTwice = titles.indexOf(title ?? '') !== titles.lastIndexOf(title ?? '');
        return within && isTwice ? [[key, ofMenu(within)] as const] : [];
      }),
    );
  }

  return { ofMenu, ofTab, contextsOf };
}
