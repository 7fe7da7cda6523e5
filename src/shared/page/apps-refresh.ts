import type { InjectionKey, Ref } from 'vue';
import { inject, onActivated, onDeactivated, watch } from 'vue';
import { useReturn } from './use-return.ts';

/** Reads menus and remote applications again and lets the frame follow, without a page reload. */
export interface AppsRefresh {
  (): Promise<void>;
  /** How often it has ended, with or without success. */
  readonly count: Readonly<Ref<number>>;
}

export const appsRefreshKey: InjectionKey<AppsRefresh> = Symbol('apps-refresh');

/** To be called after an application was installed, enabled, disabled, removed or upgraded. */
export function useAppsRefresh(): AppsRefresh {
  const refresh = inject(appsRefreshKey);
  if (!refresh) throw new Error('The application was mounted without appsRefreshKey.');
  return refresh;
}

/**
 * Reloads a page about applications whenever one has changed, by any administrator, and when the
 * kept-alive page is shown again.
 */
export function useAppsChange(reload: () => unknown): void {
  const { count } = useAppsRefresh();
  let isShown = true;
  onActivated(() => (isShown = true));
  onDeactivated(() => (isShown = false));
  watch(count, () => isShown && void reload());
  useReturn(reload);
}
