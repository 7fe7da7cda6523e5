import type { MenuNode } from '../menus/menu.ts';

declare module 'vue-router' {
  interface RouteMeta {
    /** Available without a session. */
    public?: boolean;
    /** Feature folder whose messages the page needs. */
    feature?: string;
    /** The menu of this page, or of its parent page. */
    menu?: MenuNode;
    /** The menu's component. */
    component?: string;
    /** Directories above the menu. */
    ancestors?: readonly MenuNode[];
    /** Path of the parent menu, for a page without its own. */
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
