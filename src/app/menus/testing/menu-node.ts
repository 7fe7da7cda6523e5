import type { MenuNode } from '../menu.ts';

/** A page menu with what a test leaves open. */
export function menuNode(node: Partial<MenuNode> & Pick<MenuNode, 'menuKey' | 'path'>): MenuNode {
  return { menuId: 1, name: node.menuKey, type: 'C', order: 1, visible: true, cache: true, ...node };
}
