import type { MenuNode, PlacedMenu } from './menu.ts';

/** The menus whose name, or a directory's above them, contains the text; directories are kept around what they hold. */
export function filterMenus(
  menus: readonly PlacedMenu[],
  text: string,
  nameOf: (node: MenuNode) => string,
): PlacedMenu[] {
  const wanted = text.trim().toLocaleLowerCase();
  if (wanted === '') return [...menus];
  return menus.flatMap((menu) => {
    if (nameOf(menu.node).toLocaleLowerCase().includes(wanted)) return [menu];
    const children = filterMenus(menu.children, text, nameOf);
    return children.length > 0 ? [{ ...menu, children }] : [];
  });
}
