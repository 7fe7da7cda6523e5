import { hash } from 'node:crypto';
import type { MenuType } from './menu.ts';

/** A menu node as an application's manifest declares it. (spec: Manifest; design 9.5-26) */
export interface ApplicationMenu {
  readonly key: string;
  readonly type: MenuType;
  readonly name: string;
  /** By language: `zh`, `zh-CN`. */
  readonly names?: Readonly<Record<string, string>>;
  readonly path?: string;
  readonly component?: string;
  readonly perms?: string;
  readonly icon?: string;
  readonly order?: number;
  readonly visible?: boolean;
  readonly cache?: boolean;
  readonly query?: string;
  readonly children?: readonly ApplicationMenu[];
}

/** The fields of a menu that an application ships, without the tree. */
export interface ShippedMenu {
  readonly menuKey: string;
  /** Null at the root. */
  readonly parentKey: string | null;
  readonly menuType: MenuType;
  readonly menuName: string;
  readonly path: string;
  readonly component: string | null;
  readonly perms: string | null;
  readonly icon: string | null;
  readonly orderNum: number;
  readonly visible: boolean;
  readonly queryParam: string | null;
  readonly isCache: boolean;
  /** Left out where the application states none. */
  readonly names?: Readonly<Record<string, string>>;
}

/**
 * The tree as a list, parents before their children; a node without `order` has its place among its
 * siblings.
 */
export function flattenMenus(
  nodes: readonly ApplicationMenu[],
  parentKey: string | null = null,
): ShippedMenu[] {
  return nodes.flatMap((node, index) => [
    {
      menuKey: node.key,
      parentKey,
      menuType: node.type,
      menuName: node.name,
      path: node.path ?? '',
      component: node.component ?? null,
      perms: node.perms ?? null,
      icon: node.icon ?? null,
      orderNum: node.order ?? index + 1,
      visible: node.visible ?? true,
      queryParam: node.query ?? null,
      isCache: node.cache ?? true,
      ...(node.names ? { names: node.names } : {}),
    },
    ...flattenMenus(node.children ?? [], node.key),
  ]);
}

/** SHA-256 of what was shipped, for `app_version_menu.content_hash`. */
export function contentHash(menu: ShippedMenu): string {
  const canonical = Object.entries(menu).sort(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify(canonical), 'hex');
}
