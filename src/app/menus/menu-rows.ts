import type { PlacedMenu } from './menu.ts';

/** One line of the side menu. */
export interface MenuRow {
  /** Unique among the rows. */
  key: string;
  menu: PlacedMenu;
  /** Directories above it. */
  depth: number;
  /** Whether a directory is expanded. */
  open: boolean;
}

/** The rows of a menu with expanded and collapsed directories, top to bottom. */
export function rowsOf(
  menus: readonly PlacedMenu[],
  isOpen: (directory: PlacedMenu) => boolean,
  depth = 0,
): MenuRow[] {
  return menus.flatMap((menu) => {
    const open = menu.node.type !== 'C' && isOpen(menu);
    return [
      { key: menu.node.menuKey, menu, depth, open },
      ...(open ? rowsOf(menu.children, isOpen, depth + 1) : []),
    ];
  });
}
