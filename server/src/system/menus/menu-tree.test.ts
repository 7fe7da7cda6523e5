import { describe, expect, it } from 'vitest';
import type { Menu } from './menu.ts';
import { routerTree, withDescendants } from './menu-tree.ts';

const menu = (
  menuId: number,
  parentId: number,
  menuType: Menu['menuType'],
  more: Partial<Menu> = {},
): Menu => ({
  menuId,
  menuKey: `k:${menuId}`,
  parentId,
  menuName: `Menu ${menuId}`,
  menuType,
  path: `p${menuId}`,
  component: menuType === 'C' ? `host:x/${menuId}` : null,
  perms: null,
  icon: null,
  orderNum: menuId,
  visible: true,
  status: 1,
  appCode: null,
  queryParam: null,
  isFrame: false,
  isCache: true,
  ...more,
});

const all = [
  menu(1, 0, 'M'),
  menu(2, 1, 'C', { orderNum: 9 }),
  menu(3, 1, 'C', { orderNum: 1, visible: false }),
  menu(4, 2, 'F'),
  menu(5, 0, 'M'),
  menu(6, 0, 'M', { status: 0 }),
  menu(7, 6, 'C'),
  menu(8, 2, 'C'),
];

describe('routerTree', () => {
  it('nests pages in display order, keeps hidden ones, omits buttons, empty directories and disabled menus', () => {
    const tree = routerTree(all, () => true);
    expect(tree.map((node) => node.menuId)).toEqual([1]);
    expect(tree[0]?.children?.map((node) => [node.menuId, node.visible])).toEqual([
      [3, false],
      [2, true],
    ]);
  });

  it('shows the path to an accessible page, and nothing of others', () => {
    const tree = routerTree(all, (candidate) => candidate.menuId === 8);
    expect(tree).toHaveLength(1);
    const [page] = tree[0]?.children ?? [];
    expect(page).not.toHaveProperty('component');
    expect(page?.children?.[0]).toMatchObject({ menuId: 8, component: 'host:x/8' });
  });

  it('is empty for a user without access', () => {
    expect(routerTree(all, () => false)).toEqual([]);
  });
});

it('finds everything below a menu, even if rows form a cycle', () => {
  expect([...withDescendants(all, 1)].sort()).toEqual([1, 2, 3, 4, 8]);
  expect(withDescendants([menu(1, 2, 'M'), menu(2, 1, 'M')], 1).size).toBe(2);
});
