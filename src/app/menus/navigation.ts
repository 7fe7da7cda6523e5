import type { Locale } from '@/shared/i18n';
import type { MenuPage, Navigation } from '@/shared/page';
import { appCodeOf, isExternal, pagesOf, type PlacedMenu } from './menu.ts';
import { menuName } from '@/shared/menus/menu-names.ts';
import type { useMenusStore } from './menus-store.ts';

/** Finds paths in the menus. @param locale the person's language */
export function createMenuNavigation(
  menus: ReturnType<typeof useMenusStore>,
  locale: () => Locale,
): Navigation {
  const pageOf = ({ node, path, ancestors }: PlacedMenu): MenuPage => {
    const top = ancestors[0] ?? node;
    return {
      menuKey: node.menuKey,
      title: menuName(node, locale()),
      path,
      icon: node.icon ?? null,
      appCode: appCodeOf(node),
      group: { title: menuName(top, locale()), icon: top.icon ?? null },
    };
  };
  return {
    pagePath: (component) => menus.byComponent.get(component)?.path,
    appPath: (appCode) => menus.firstPageOf(appCode)?.path,
    pages: () =>
      pagesOf(menus.visible)
        .filter((page) => !isExternal(page))
        .map(pageOf),
  };
}
