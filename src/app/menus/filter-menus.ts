import type { MenuNode, PlacedMenu } from './menu.ts';

/** Menus whose name, or whose directory's name, contains the text, with their directories. */
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

/** Whether a name contains the text, ignoring case. */
export function isNamed(name: string, text: string): boolean {
  return name.toLocaleLowerCase().includes(text.trim().toLocaleLowerCase());
}
