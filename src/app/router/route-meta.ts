import type { MenuNode } from '../menus/menu.ts';

declare module 'vue-router' {
  interface RouteMeta {
    /** Reachable without a session. */
    public?: boolean;
    /** Feature folder whose messages the page needs. */
    feature?: string;
    /** The menu that shows this page, or beneath which it stands. */
    menu?: MenuNode;
    /** The menu's component. */
    component?: string;
    /** Directories above the menu. */
    ancestors?: readonly MenuNode[];
    /** The path of the menu that a page without a menu stands beneath. */
    parentPath?: string;
    /** Message key of the title, for pages without a menu. */
    titleKey?: string;
    icon?: string;
    permission?: string;
    cache?: boolean;
    /** Not kept as a tab. */
    transient?: boolean;
  }
}
