import type { InjectionKey } from 'vue';
import { inject } from 'vue';

/** Where things are in the menus that the person has. Paths are undefined for what they cannot see. */
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
