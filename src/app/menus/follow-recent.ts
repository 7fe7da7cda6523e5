import type { Router } from 'vue-router';
import type { useMenusStore } from './menus-store.ts';

/** Pages that are remembered. */
const MOST = 8;

/** Remembers which pages of the menu were opened last, for the start page. */
export function followRecent(
  router: Pick<Router, 'afterEach'>,
  menus: Pick<ReturnType<typeof useMenusStore>, 'nodeOf'>,
  preferences: { recentPages: string[] },
): void {
  router.afterEach((to, _from, failure) => {
    const key = to.name;
    if (failure || typeof key !== 'string' || !menus.nodeOf(key)) return;
    const others = preferences.recentPages.filter((each) => each !== key);
    preferences.recentPages = [key, ...others].slice(0, MOST);
  });
}
