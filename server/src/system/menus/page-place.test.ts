import { describe, expect, it } from 'vitest';
import type { Menu } from './menu.ts';
import { placeOf, type PlaceView } from './page-place.ts';

let next = 1;
const menu = (patch: Partial<Menu>): Menu => ({
  menuId: next++,
  menuKey: 'x',
  parentId: 0,
  menuName: 'X',
  menuType: 'C',
  path: '/x',
  component: null,
  perms: null,
  icon: null,
  orderNum: 0,
  visible: true,
  status: 1,
  appCode: null,
  queryParam: null,
  isFrame: false,
  isCache: false,
  ...patch,
});

const system = menu({ menuType: 'M', path: '/system' });
const users = menu({ parentId: system.menuId, path: 'users' });
const hello = menu({ menuType: 'M', path: 'hello', menuName: 'Hello', appCode: 'hello' });
const items = menu({ parentId: hello.menuId, path: 'items', appCode: 'hello' });
const off = menu({ menuType: 'M', path: 'off', status: 0 });
const beneath = menu({ parentId: off.menuId, path: 'page' });
const apps = menu({ path: '/apps' });
const installed = menu({ path: '/apps/installed' });
const menus = [system, users, hello, items, off, beneath, apps, installed];

const place = (path: string, view: Partial<PlaceView> = {}) =>
  placeOf(menus, path, { isKnown: () => true, isDisabled: () => false, mayOpen: () => false, ...view });

describe('findings: interface 11: the reason for a hidden page', () => {
  it.each([
    ['/system/users', 'forbidden'],
    ['/System/Users/', 'forbidden'],
    ['/system/users/7', 'forbidden'],
    ['/hello/items', 'forbidden'],
    ['/hello/items/7', 'none'],
    ['/hello', 'none'],
    ['/system/usersx', 'none'],
    ['/off/page', 'none'],
    ['/nowhere', 'none'],
  ])('%s without rights is %s', (path, state) => {
    expect(place(path)).toEqual({ state });
  });

  it('hides facts that the tenant does not have, and reports nothing missing to authorized users', () => {
    expect(place('/hello/items', { isKnown: () => false })).toEqual({ state: 'none' });
    expect(place('/system/users/7', { mayOpen: () => true })).toEqual({ state: 'none' });
  });

  it('asks for the nearest page above a path', () => {
    expect(place('/apps/installed/7', { mayOpen: (at) => at === apps })).toEqual({ state: 'forbidden' });
    expect(place('/apps/installed/7', { mayOpen: (at) => at === installed })).toEqual({ state: 'none' });
  });

  it('names the disabled application', () => {
    const view = { isKnown: (at: Menu) => at.appCode === null, isDisabled: () => true };
    expect(place('/hello/items', view)).toEqual({ state: 'disabled', appCode: 'hello', name: 'Hello' });
  });
});
