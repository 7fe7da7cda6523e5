import type { InjectionKey } from 'vue';
import { inject } from 'vue';

/** A page of the side menu. */
export interface MenuPage {
  readonly menuKey: string;
  readonly title: string;
  readonly path: string;
  readonly icon: string | null;
  /** Code of its application; undefined for the shell's own. */
  readonly appCode: string | undefined;
  /** Title and icon of the directory that it lies in, or its own. */
  readonly group: { readonly title: string; readonly icon: string | null };
}

/** Finds paths in the person's menus; undefined for pages without access. */
export interface Navigation {
  /** The path of a host page by its menu component, for example `host:tasks/list`. */
  pagePath(component: string): string | undefined;
  /** The path of an application's first page. */
  appPath(appCode: string): string | undefined;
  /** The pages of the side menu, in its order and the person's language. */
  pages(): readonly MenuPage[];
}

export const navigationKey: InjectionKey<Navigation> = Symbol('navigation');

export function useNavigation(): Navigation {
  const navigation = inject(navigationKey);
  if (!navigation) throw new Error('The application was mounted without navigationKey.');
  return navigation;
}
