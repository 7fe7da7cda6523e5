import type { InjectionKey } from 'vue';
import { inject } from 'vue';

/** Reads menus and remote applications anew and lets the frame follow, without a page reload. */
export type AppsRefresh = () => Promise<void>;

export const appsRefreshKey: InjectionKey<AppsRefresh> = Symbol('apps-refresh');

/** To be called after an application was installed, enabled, disabled, removed or upgraded. */
export function useAppsRefresh(): AppsRefresh {
  const refresh = inject(appsRefreshKey);
  if (!refresh) throw new Error('The application was mounted without appsRefreshKey.');
  return refresh;
}
