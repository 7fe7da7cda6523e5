// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { GrantableMenu } from '../api/records.ts';
import { grantState, grantTree, withGrant } from './grants.ts';

const menu = (menuId: number, parentId: number, orderNum = menuId): GrantableMenu => ({
  menuId,
  parentId,
  orderNum,
  menuKey: `k${menuId}`,
  menuName: `Menu ${menuId}`,
  menuType: 'C',
  perms: null,
});

/** 1 ─ 2 ─ (3, 4); 5 */
const tree = grantTree([menu(5, 0), menu(4, 2, 9), menu(3, 2, 8), menu(2, 1), menu(1, 0)]);
const change = (granted: number[], id: number, given: boolean) =>
  [...withGrant(tree, new Set(granted), id, given)].toSorted((a, b) => a - b);

describe('grants', () => {
  it('orders the tree and keeps a menu without its parent', () => {
    expect(tree.map(({ menu: { menuId } }) => menuId)).toEqual([1, 5]);
    expect(tree[0]?.children[0]?.children.map(({ menu: { menuId } }) => menuId)).toEqual([3, 4]);
    expect(grantTree([menu(7, 99)])).toHaveLength(1);
  });

  it.each([
    ['a button brings what leads to it', [], 3, true, [1, 2, 3]],
    ['a page brings all beneath it', [], 2, true, [1, 2, 3, 4]],
    ['taking a page takes all beneath, not what is above', [1, 2, 3, 4, 5], 2, false, [1, 5]],
    ['taking a button leaves its page', [1, 2, 3], 3, false, [1, 2]],
    ['what is not shown stays', [77], 5, true, [5, 77]],
    ['an unknown menu changes nothing', [1], 42, true, [1]],
  ])('%s', (_, granted, id, given, expected) => expect(change(granted, id, given)).toEqual(expected));

  it.each([
    [[], 'none'],
    [[1], 'some'],
    [[3], 'some'],
    [[1, 2, 3, 4], 'all'],
  ] as const)('with %j grants the first: %s', (granted, state) => {
    const first = tree[0];
    expect(first && grantState(first, new Set(granted))).toBe(state);
  });
});
