/** A node of `GET /system/menu/getRouters` (design 2.2). */
export interface MenuNode {
  menuId: number;
  menuKey: string;
  name: string;
  /** In other languages, by `zh-CN` or `zh`; the host leaves them out once an operator has renamed the menu. */
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

/** A menu in its place: with its whole path and the directories above it. */
export interface PlacedMenu {
  node: MenuNode;
  /** From the root, beginning with `/`; an address for external links. */
  path: string;
  ancestors: readonly MenuNode[];
  children: readonly PlacedMenu[];
}

/** The menus with their whole paths, in order. */
export function placeMenus(nodes: readonly MenuNode[], above: readonly PlacedMenu[] = []): PlacedMenu[] {
  const parent = above.at(-1);
  return nodes
    .toSorted((a, b) => a.order - b.order)
    .map((node) => {
      const placed = {
        node,
        path: wholePath(parent?.path ?? '', node),
        ancestors: above.map((ancestor) => ancestor.node),
        children: [] as PlacedMenu[],
      };
      placed.children = placeMenus(node.children ?? [], [...above, placed]);
      return placed;
    });
}

/** All menus that show a page, in order, depth first. */
export function pagesOf(menus: readonly PlacedMenu[]): PlacedMenu[] {
  return menus.flatMap((menu) => [...(menu.node.type === 'C' ? [menu] : []), ...pagesOf(menu.children)]);
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

/** By application, the first of its pages. */
export function firstPageOfEach(menus: readonly PlacedMenu[]): ReadonlyMap<string, PlacedMenu> {
  const first = new Map<string, PlacedMenu>();
  for (const page of pagesOf(menus)) {
    const { appCode, component } = page.node;
    const code = appCode ?? /^remote:([^/]+)\//.exec(component ?? '')?.[1];
    if (code !== undefined && !first.has(code)) first.set(code, page);
  }
  return first;
}

/** What the side menu shows: without the invisible, and without directories that hold nothing visible. */
export function visibleMenus(menus: readonly PlacedMenu[]): PlacedMenu[] {
  return menus
    .filter((menu) => menu.node.visible)
    .map((menu) => ({ ...menu, children: visibleMenus(menu.children) }))
    .filter((menu) => menu.node.type === 'C' || menu.children.length > 0);
}

/** True for a menu that leads out of the shell. */
export function isExternal(menu: PlacedMenu): boolean {
  return menu.node.isFrame === true || /^https?:\/\//.test(menu.path);
}

function wholePath(parent: string, node: MenuNode): string {
  if (/^https?:\/\//.test(node.path)) return node.path;
  const own = node.path.replace(/^\/+|\/+$/g, '');
  if (node.path.startsWith('/')) return `/${own}`;
  return own === '' ? parent || '/' : `${parent}/${own}`;
}
