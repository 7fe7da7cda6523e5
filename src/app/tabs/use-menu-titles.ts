import { useMenusStore } from '../menus/menus-store.ts';
import { useTitles } from './use-route-tab.ts';

/** Titles of menus and tabs, from the person's menus. */
export function useMenuTitles() {
  const menus = useMenusStore();
  return useTitles((key) => menus.nodeOf(key));
}
