import type { MenuNode, PlacedMenu } from './menu.ts';

/** The menus whose name, or a directory's above them, contains the text; directories are kept around what they hold. */
export function filterMenus(
  menus: readonly PlacedMenu[],
  text: string,
  nameOf: (node: MenuNode) => string,
): PlacedMenu[] {
  if (text.trim() === '') return [...menus];
  return menus.flatMap((menu) => {
    if (isNamed(nameOf(menu.node), text)) return [menu];
    const children = filterMenus(menu.children, text, nameOf);
    return children.length > 0 ? [{ ...menu, children }] : [];
  });
}

/** Whether a name contains the text, in whatever case. */
export function isNamed(name: string, text: string): boolean {
  return name.toLocaleLowerCase().includes(text.trim().toLocaleLowerCase());
}
