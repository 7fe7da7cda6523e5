import { describe, expect, it } from 'vitest';
import type { Menu } from '../api/menus-api.ts';
import { contentOf, freeOf, menuForm } from './menu-form.ts';
import { dropped, linesOf, menuTree, narrowed, possibleParents, stepped } from './menu-tree.ts';

const menu = (
  menuId: number,
  parentId: number,
  menuType: Menu['menuType'],
  more: Partial<Menu> = {},
): Menu => ({
  menuId,
  menuKey: `host:${menuId}`,
  parentId,
  menuName: `M${menuId}`,
  menuType,
  path: `p${menuId}`,
  component: null,
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

const [system, users, roles, add, apps, hello, lost] = [
  menu(1, 0, 'M'),
  menu(2, 1, 'C', { orderNum: 5 }),
  menu(3, 1, 'C', { orderNum: 4 }),
  menu(4, 2, 'F'),
  menu(5, 0, 'M'),
  menu(6, 5, 'C', { appCode: 'hello' }),
  menu(7, 99, 'C'),
];
const menus = [system, users, roles, add, apps, hello, lost];
const tree = menuTree(menus);
const keys = (open: boolean, branches = tree) =>
  linesOf(branches, () => open).map(({ depth, menu: { menuId } }) => `${depth}:${menuId}`);

describe('the tree of menus', () => {
  it('has lines in order, folds, and keeps a menu without its parent at the top', () => {
    expect(keys(true)).toEqual(['0:1', '1:3', '1:2', '2:4', '0:5', '1:6', '0:7']);
    expect(keys(false)).toEqual(['0:1', '0:5', '0:7']);
    const [first, , , , , last] = linesOf(tree, () => true);
    expect([first?.first, first?.last, last?.first, last?.last]).toEqual([true, false, true, true]);
  });

  it('keeps what is above a match, and all that is beneath it', () => {
    expect(keys(true, [...narrowed(tree, ({ menuId }) => menuId === 4)])).toEqual(['0:1', '1:2', '2:4']);
    expect(keys(true, [...narrowed(tree, ({ menuId }) => menuId === 5)])).toEqual(['0:5', '1:6']);
    expect(narrowed(tree, () => false)).toEqual([]);
  });

  it('offers as parents what the server accepts', () => {
    const parentsOf = (of: { menuId?: number; menuType: Menu['menuType'] }) =>
      possibleParents(tree, of).map((branch) => branch.menu.menuId);
    expect(parentsOf({ menuType: 'M' })).toEqual([1, 5]);
    expect(parentsOf({ menuType: 'C' })).toEqual([1, 3, 2, 5, 7]);
    expect(parentsOf(system)).toEqual([5]);
  });
});

describe('a move', () => {
  it('steps over one neighbour, and ends at the ends', () => {
    expect(stepped(menus, users, -1)).toEqual({ menuId: 2, parentId: 1, before: 3 });
    expect(stepped(menus, roles, 1)).toEqual({ menuId: 3, parentId: 1 });
    expect(stepped(menus, users, 1)).toBeUndefined();
    expect(stepped(menus, roles, -1)).toBeUndefined();
  });

  it('drops before, behind and into another menu', () => {
    expect(dropped(menus, users, apps, 'inside')).toEqual({ menuId: 2, parentId: 5 });
    expect(dropped(menus, users, apps, 'before')).toEqual({ menuId: 2, parentId: 0, before: 5 });
    expect(dropped(menus, users, apps, 'after')).toEqual({ menuId: 2, parentId: 0 });
    expect(dropped(menus, users, roles, 'before')).toEqual({ menuId: 2, parentId: 1, before: 3 });
  });

  it('refuses a menu in itself, in what is beneath it, in a button, and out of its application', () => {
    expect(dropped(menus, system, system, 'inside')).toBeUndefined();
    expect(dropped(menus, system, users, 'before')).toBeUndefined();
    expect(dropped(menus, roles, add, 'inside')).toBeUndefined();
    expect(dropped(menus, hello, system, 'inside')).toBeUndefined();
    expect(dropped(menus, users, hello, 'inside')).toBeUndefined();
  });
});

describe('the form of a menu', () => {
  it('sends what its kind has, and of an application only what is free', () => {
    const form = { ...menuForm(users), menuName: ' Users ', perms: 'a:b:c', icon: 'user' };
    expect(contentOf(form)).toMatchObject({ menuName: 'Users', perms: 'a:b:c', icon: 'user', status: 1 });
    expect(contentOf({ ...form, menuType: 'F' })).toMatchObject({ path: '', icon: '', perms: 'a:b:c' });
    expect(contentOf({ ...form, menuType: 'M' })).toMatchObject({ path: 'p2', perms: '', component: '' });
    expect(freeOf(form)).toEqual({ menuName: ' Users ', icon: 'user', visible: true });
    expect(menuForm(undefined, 5)).toMatchObject({ menuType: 'C', parentId: 5, menuKey: '' });
  });
});
