import type { Navigation } from '@/shared/page';
import type { useMenusStore } from './menus-store.ts';

/** Finds paths in the menus. */
export function createMenuNavigation(menus: ReturnType<typeof useMenusStore>): Navigation {
  return {
    pagePath: (component) => menus.byComponent.get(component)?.path,
    appPath: (appCode) => menus.firstPageOf(appCode)?.path,
  };
}
