// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { GrantableMenu } from '../api/records.ts';
import { grantTree } from './grants.ts';
import {
  countGranted,
  menusOf,
  roleMatrix,
  rowsWithin,
  searchRows,
  withOne,
  withRows,
} from './role-matrix.ts';

const menu = (
  menuId: number,
  parentId: number,
  menuType: GrantableMenu['menuType'],
  more: Partial<GrantableMenu> = {},
): GrantableMenu => ({
  menuId,
  parentId,
  orderNum: menuId,
  menuKey: `k${menuId}`,
  menuName: `Menu ${menuId}`,
  menuType,
  perms: null,
  appCode: null,
  ...more,
});

const menus = [
  menu(1, 0, 'M', { menuName: 'System' }),
  menu(2, 1, 'C', { menuName: 'Users' }),
  menu(3, 2, 'F', { perms: 'system:user:add' }),
  menu(4, 2, 'F', { perms: 'system:user:unlock', menuName: 'Unlock' }),
  menu(5, 1, 'F', { perms: 'system:oss:list' }),
  menu(6, 0, 'M', { menuName: 'Hello', appCode: 'hello' }),
  menu(7, 6, 'C', { appCode: 'hello' }),
];
const groups = roleMatrix(grantTree(menus));
const [host, hello] = groups;
const [system, users] = host?.rows ?? [];
const ids = (set: ReadonlySet<number>) => [...set].toSorted((a, b) => a - b);

describe('the matrix of a role', () => {
  it('has a group for each application, a row for each page, and a column for each common action', () => {
    expect(groups.map(({ appCode, root, rows }) => [appCode, root?.menuName, rows.length])).toEqual([
      ['', undefined, 2],
      ['hello', 'Hello', 1],
    ]);
    expect(system?.others.map(({ menuId }) => menuId)).toEqual([5]);
    expect([users?.actions.add?.menuId, users?.actions.edit, users?.others[0]?.menuId]).toEqual([
      3,
      undefined,
      4,
    ]);
    expect(users && menusOf(users).map(({ menuId }) => menuId)).toEqual([2, 3, 4]);
  });

  it('counts what is granted, and finds rows by the names of buttons', () => {
    expect(countGranted(host?.rows ?? [], new Set([2, 3, 7]))).toEqual({ given: 2, all: 5 });
    expect(searchRows(host?.rows ?? [], 'unlock', ({ menuName }) => menuName)).toEqual([users]);
    expect(searchRows(hello?.rows ?? [], '', ({ menuName }) => menuName)).toHaveLength(1);
  });

  it('draws the first rows of open groups, and counts them all', () => {
    const drawn = (limit: number, folded?: string) => {
      const within = rowsWithin(groups, limit, ({ appCode }) => appCode !== folded);
      return [within.groups.map(({ group, rows }) => `${group.appCode} ${rows.length}`), within.all];
    };
    expect(drawn(9)).toEqual([[' 2', 'hello 1'], 3]);
    expect(drawn(2)).toEqual([[' 2', 'hello 0'], 3]);
    expect(drawn(1)).toEqual([[' 1', 'hello 0'], 3]);
    expect(drawn(1, '')).toEqual([[' 0', 'hello 1'], 1]);
  });

  it('gives a button with what leads to it, and takes a page with its buttons', () => {
    if (!users?.actions.add) throw new Error('no row');
    expect(ids(withOne(users, new Set([9]), users.actions.add, true))).toEqual([1, 2, 3, 9]);
    expect(ids(withOne(users, new Set([1, 2, 3, 4]), users.actions.add, false))).toEqual([1, 2, 4]);
    expect(ids(withOne(users, new Set([1, 2, 3, 4]), users.page, false))).toEqual([1]);
    expect(ids(withRows([users], new Set(), true))).toEqual([1, 2, 3, 4]);
    expect(ids(withRows([users], new Set([1, 2, 3, 7]), false))).toEqual([1, 7]);
  });
});
