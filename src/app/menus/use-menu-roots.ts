import { computed, type ComputedRef } from 'vue';
import { useI18n } from 'vue-i18n';
import { usePreferencesStore } from '@/shared/preferences';
import { pagesOf, type MenuNode, type PlacedMenu } from './menu.ts';
import { useMenusStore } from './menus-store.ts';

/** Key of the favourites, which stand above the menus. */
export const favouritesKey = 'host:favourites';

interface MenuRoots {
  home: ComputedRef<PlacedMenu>;
  /** The person's favourites as a directory; none without any. */
  favourites: ComputedRef<readonly PlacedMenu[]>;
  menus: ComputedRef<readonly PlacedMenu[]>;
}

/** Roots of the main menu: the start page, the person's favourites, the menus. */
export function useMenuRoots(): MenuRoots {
  const { t } = useI18n();
  const store = useMenusStore();
  const preferences = usePreferencesStore();

  function own(node: Pick<MenuNode, 'menuKey' | 'name' | 'path' | 'type'>, children: readonly PlacedMenu[]) {
    const whole: MenuNode = { menuId: 0, order: 0, visible: true, cache: true, ...node };
    return { node: whole, path: node.path, ancestors: [], children };
  }

  return {
    home: computed(() => own({ menuKey: 'host:home', name: t('app.menu.home'), path: '/', type: 'C' }, [])),
    favourites: computed(() => {
      const pages = pagesOf(store.visible);
      const kept = preferences.favourites.flatMap(
        (key) => pages.find(({ node }) => node.menuKey === key) ?? [],
      );
      const name = t('app.favourite.label');
      return kept.length > 0 ? [own({ menuKey: favouritesKey, name, path: '', type: 'M' }, kept)] : [];
    }),
    menus: computed(() => store.visible),
  };
}
