import type { InjectionKey } from 'vue';
import { inject } from 'vue';

/** Finds paths in the person's menus; undefined for pages without access. */
export interface Navigation {
  /** The path of a host page by its menu component, for example `host:tasks/list`. */
  pagePath(component: string): string | undefined;
  /** The path of an application's first page. */
  appPath(appCode: string): string | undefined;
}

export const navigationKey: InjectionKey<Navigation> = Symbol('navigation');

export function useNavigation(): Navigation {
  const navigation = inject(navigationKey);
  if (!navigation) throw new Error('The application was mounted without navigationKey.');
  return navigation;
}
