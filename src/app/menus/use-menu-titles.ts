import { useTitles } from '../tabs/use-route-tab.ts';
import { useMenusStore } from './menus-store.ts';

/** Titles of menus and tabs, with the menus at hand. */
export function useMenuTitles() {
  const menus = useMenusStore();
  return useTitles((key) => menus.known.get(key));
}
