// @vitest-environment node
import { expect, it } from 'vitest';
import type { Menu } from '../api/tenants-api.ts';
import { packagePages, pageGroups } from './package-pages.ts';

const menu = (menuId: number, parentId: number, menuType: 'M' | 'C', orderNum = menuId): Menu =>
  ({ menuId, parentId, menuType, orderNum, menuKey: `host:${menuId}` }) as Menu;

it('has each page below its directory, and no directory without one', () => {
  const pages = packagePages([
    menu(1, 0, 'M', 2),
    menu(2, 1, 'C', 2),
    menu(3, 1, 'C', 1),
    menu(4, 0, 'M', 1),
    menu(5, 4, 'M'),
    menu(6, 0, 'C', 3),
  ]);
  expect(pages.map(({ menu: { menuId }, depth }) => [menuId, depth])).toEqual([
    [1, 0],
    [3, 1],
    [2, 1],
    [6, 0],
  ]);
  expect(pageGroups(pages).map((group) => group.map(({ menu: { menuId } }) => menuId))).toEqual([
    [1, 3, 2],
    [6],
  ]);
});
