// @vitest-environment node
import { expect, it } from 'vitest';
import type { GrantableMenu } from '../api/records.ts';
import { grantTree } from './grants.ts';

const menu = (menuId: number, parentId: number, orderNum = menuId): GrantableMenu => ({
  menuId,
  parentId,
  orderNum,
  menuKey: `k${menuId}`,
  menuName: `Menu ${menuId}`,
  menuType: 'C',
  perms: null,
  appCode: null,
});

it('orders the tree and keeps a menu without its parent', () => {
  const tree = grantTree([menu(5, 0), menu(4, 2, 9), menu(3, 2, 8), menu(2, 1), menu(1, 0)]);
  expect(tree.map(({ menu: { menuId } }) => menuId)).toEqual([1, 5]);
  expect(tree[0]?.children[0]?.children.map(({ menu: { menuId } }) => menuId)).toEqual([3, 4]);
  expect(grantTree([menu(7, 99)])).toHaveLength(1);
});
