import { describe, expect, it } from 'vitest';
import type { Menu } from './menu.ts';
import { assertChangeAllowed, assertMayContain, assertRemovable } from './menu-protection.ts';

const shipped: Menu = {
  menuId: 1,
  menuKey: 'hello:item',
  parentId: 5,
  menuName: 'Items',
  menuType: 'C',
  path: 'items',
  component: 'remote:hello/list',
  perms: 'hello:item:list',
  icon: null,
  orderNum: 1,
  visible: true,
  status: 1,
  appCode: 'hello',
  queryParam: null,
  isFrame: false,
  isCache: true,
};
const refused = expect.objectContaining({ code: 'MENU_PROTECTED', status: 409 }) as Error;

describe('spec: M4', () => {
  it.each<[string, Partial<Menu>]>([
    ['path', { path: 'other' }],
    ['component', { component: 'remote:hello/other' }],
    ['perms', { perms: 'hello:item:other' }],
    ['menuType', { menuType: 'M' }],
    ['parentId', { parentId: 6 }],
    ['status', { status: 0 }],
  ])('spec: M4 refuses a change of %s', (_field, change) => {
    expect(() => assertChangeAllowed(shipped, change)).toThrow(refused);
  });

  it('spec: M4 allows name, icon, sort and visibility, with the rest sent unchanged', () => {
    const change = { ...shipped, menuName: 'Things', icon: 'Star', orderNum: 7, visible: false };
    expect(() => assertChangeAllowed(shipped, change)).not.toThrow();
  });

  it('spec: M4 refuses deletion, and menus of others below it', () => {
    expect(() => assertRemovable(shipped)).toThrow(refused);
    expect(() => assertMayContain(shipped)).toThrow(refused);
  });

  it('leaves menus of the host free', () => {
    const own = { ...shipped, appCode: null };
    expect(() => assertChangeAllowed(own, { path: 'x' })).not.toThrow();
    expect(() => assertRemovable(own)).not.toThrow();
  });
});
