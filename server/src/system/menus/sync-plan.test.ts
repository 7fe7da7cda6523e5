import { describe, expect, it } from 'vitest';
import { contentHash, flattenMenus, type ApplicationMenu, type ShippedMenu } from './application-menu.ts';
import type { Menu } from './menu.ts';
import { planSync } from './sync-plan.ts';

const tree: ApplicationMenu[] = [
  {
    key: 'hello:root',
    type: 'M',
    name: 'Hello',
    path: 'hello',
    children: [
      {
        key: 'hello:item',
        type: 'C',
        name: 'Items',
        path: 'items',
        component: 'remote:hello/list',
        children: [{ key: 'hello:item:add', type: 'F', name: 'Add', perms: 'hello:item:add' }],
      },
    ],
  },
];
const shipped = flattenMenus(tree);

const row = (menu: ShippedMenu, menuId: number): Menu => {
  const { parentKey: _parentKey, ...content } = menu;
  return { ...content, menuId, parentId: 0, status: 1, appCode: 'hello', isFrame: false };
};
const rows = shipped.map((menu, index) => row(menu, index + 1));

describe('planSync', () => {
  it('spec: M3 adds and removes nothing for the same content', () => {
    const plan = planSync(rows, shipped);
    expect(plan.added).toEqual([]);
    expect(plan.removed).toEqual([]);
    expect(plan.kept.map(({ current }) => current.menuId)).toEqual([1, 2, 3]);
  });

  it('design 9.5-26: keeps the names of an application, unless an operator has renamed the menu', () => {
    const named = shipped.map((menu) => ({ ...menu, names: { zh: '事项' } }));
    const renamed = rows.map((menu) => (menu.menuId === 2 ? { ...menu, menuName: 'Mine' } : menu));
    const contents = planSync(renamed, named).kept.map(({ content }) => content);
    expect(contents.map(({ names }) => names?.['zh'])).toEqual(['事项', undefined, '事项']);
  });

  it('adds new menus and removes those that are no longer included', () => {
    const next = shipped.filter((menu) => menu.menuKey !== 'hello:item:add');
    const plan = planSync(rows.slice(0, 1).concat(rows.slice(2)), next);
    expect(plan.added.map((menu) => menu.menuKey)).toEqual(['hello:item']);
    expect(plan.removed.map((menu) => menu.menuKey)).toEqual(['hello:item:add']);
  });

  it("keeps the operator's changes, and applies the application's changes", () => {
    const [root, item, add] = rows as [Menu, Menu, Menu];
    const edited = [root, { ...item, menuName: 'My items', visible: false }, add];
    const next = shipped.map((menu) =>
      menu.menuKey === 'hello:item' ? { ...menu, menuName: 'Entries', icon: 'Star', path: 'entries' } : menu,
    );
    const content = planSync(edited, next, shipped).kept[1]?.content;
    expect(content).toMatchObject({
      menuName: 'My items',
      visible: false,
      icon: 'Star',
      path: 'entries',
    });
  });

  it('applies a new name unless the operator has changed the old one', () => {
    const next = shipped.map((menu) => ({ ...menu, menuName: `${menu.menuName}!` }));
    expect(planSync(rows, next, shipped).kept.map(({ content }) => content.menuName)).toEqual([
      'Hello!',
      'Items!',
      'Add!',
    ]);
  });
});

it('hashes the content in any order of its fields', () => {
  const [menu] = shipped as [ShippedMenu];
  const reversed = Object.fromEntries(Object.entries(menu).reverse()) as unknown as ShippedMenu;
  expect(contentHash(reversed)).toBe(contentHash(menu));
  expect(contentHash({ ...menu, path: 'other' })).not.toBe(contentHash(menu));
});
