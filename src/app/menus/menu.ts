import { appOfComponent } from '@/shared/menus/menu-component.ts';

/** A node of `GET /system/menu/getRouters` (design 2.2). */
export interface MenuNode {
  menuId: number;
  menuKey: string;
  name: string;
  /**
   * Names by locale (`zh-CN`, `zh`). The host omits them once an operator has renamed the menu.
   */
  names?: Readonly<Record<string, string>>;
  path: string;
  component?: string | null;
  icon?: string | null;
  type: 'M' | 'C';
  order: number;
  visible: boolean;
  cache: boolean;
  query?: string | null;
  isFrame?: boolean;
  appCode?: string | null;
  children?: MenuNode[];
}

/** A menu with its full path and the directories above it. */
export interface PlacedMenu {
  node: MenuNode;
  /** Full path, beginning with `/`; a URL for external links. */
  path: string;
  ancestors: readonly MenuNode[];
  children: readonly PlacedMenu[];
}

/** The menus with their whole paths, in order. */
export function placeMenus(
  nodes: readonly MenuNode[],
  parentPath = '',
  ancestors: readonly MenuNode[] = [],
): PlacedMenu[] {
  return nodes
    .toSorted((a, b) => a.order - b.order)
    .map((node) => {
      const path = wholePath(parentPath, node);
      const children = node.children?.length ? placeMenus(node.children, path, [...ancestors, node]) : [];
      return { node, path, ancestors, children };
    });
}

/** All menus that show a page, in order, depth first. */
export function pagesOf(menus: readonly PlacedMenu[], pages: PlacedMenu[] = []): PlacedMenu[] {
  for (const menu of menus) {
    if (menu.node.type === 'C') pages.push(menu);
    if (menu.children.length > 0) pagesOf(menu.children, pages);
  }
  return pages;
}

/** By component, the first page that shows it. */
export function firstByComponent(pages: readonly PlacedMenu[]): ReadonlyMap<string, PlacedMenu> {
  const first = new Map<string, PlacedMenu>();
  for (const page of pages) {
    const component = page.node.component ?? '';
    if (!first.has(component)) first.set(component, page);
  }
  return first;
}

/** Code of the application that a page belongs to. */
export const appCodeOf = ({ appCode, component }: MenuNode): string | undefined =>
  appCode ?? appOfComponent(component);

/** By application, the first of its pages. */
export function firstPageOfEach(menus: readonly PlacedMenu[]): ReadonlyMap<string, PlacedMenu> {
  const first = new Map<string, PlacedMenu>();
  for (const page of pagesOf(menus)) {
    const code = appCodeOf(page.node);
    if (code !== undefined && !first.has(code)) first.set(code, page);
  }
  return first;
}

/** The menus of the side menu: visible ones, without empty directories. */
export function visibleMenus(menus: readonly PlacedMenu[]): PlacedMenu[] {
  return menus
    .filter((menu) => menu.node.visible)
    .map((menu) => ({ ...menu, children: visibleMenus(menu.children) }))
    .filter((menu) => menu.node.type === 'C' || menu.children.length > 0);
}

/** Whether a menu links out of the shell. */
export function isExternal(menu: PlacedMenu): boolean {
  return menu.node.isFrame === true || /^https?:\/\//.test(menu.path);
}

function wholePath(parent: string, { path }: MenuNode): string {
  if (/^https?:\/\//.test(path)) return path;
  const isRooted = path.startsWith('/');
  const own = isRooted || path.endsWith('/') ? path.replace(/^\/+|\/+$/g, '') : path;
  if (isRooted) return `/${own}`;
  return own === '' ? parent || '/' : `${parent}/${own}`;
}
