import { describe, expect, it } from 'vitest';
import { filterMenus } from './filter-menus.ts';
import type { MenuNode } from './menu.ts';
import { isExternal, pagesOf, placeMenus, visibleMenus } from './menu.ts';
import { menuName } from './menu-names.ts';
import { menuNode } from './testing/menu-node.ts';

const tree: MenuNode[] = [
  menuNode({
    menuKey: 'hello:root',
    path: 'hello',
    type: 'M',
    order: 2,
    children: [
      menuNode({ menuKey: 'hello:demo', path: 'demo', order: 2, name: 'Demo' }),
      menuNode({ menuKey: 'hello:item', path: 'items', order: 1, name: 'Items' }),
      menuNode({ menuKey: 'hello:absolute', path: '/elsewhere/', order: 3, visible: false }),
    ],
  }),
  menuNode({ menuKey: 'host:market', path: '/market', order: 1, name: 'Marketplace' }),
  menuNode({ menuKey: 'empty', path: 'empty', type: 'M', order: 3, children: [] }),
];

describe('menus', () => {
  it('get whole paths, in order', () => {
    expect(pagesOf(placeMenus(tree)).map((page) => page.path)).toEqual([
      '/market',
      '/hello/items',
      '/hello/demo',
      '/elsewhere',
    ]);
  });

  it('know the directories above them', () => {
    const items = pagesOf(placeMenus(tree)).find((page) => page.node.menuKey === 'hello:item');
    expect(items?.ancestors.map((node) => node.menuKey)).toEqual(['hello:root']);
  });

  it('are shown without the invisible and without empty directories', () => {
    const shown = visibleMenus(placeMenus(tree));
    expect(shown.map((menu) => menu.node.menuKey)).toEqual(['host:market', 'hello:root']);
    expect(shown[1]?.children).toHaveLength(2);
  });

  it('tell those that lead out of the shell', () => {
    const [outside] = placeMenus([menuNode({ menuKey: 'docs', path: 'https://example.org/docs' })]);
    expect(outside && isExternal(outside)).toBe(true);
    expect(outside?.path).toBe('https://example.org/docs');
  });

  it('are found by their name, with what is around them, or by the directory above', () => {
    const placed = placeMenus(tree);
    const find = (text: string) =>
      pagesOf(filterMenus(placed, text, (node) => node.name)).map((page) => page.node.menuKey);
    expect(find(' dem ')).toEqual(['hello:demo']);
    expect(find('hello:root')).toEqual(['hello:item', 'hello:demo', 'hello:absolute']);
    expect(find('nowhere')).toEqual([]);
  });
});

describe('menuName', () => {
  it('translates a seeded name and leaves one that the operator gave', () => {
    const market = menuNode({ menuKey: 'host:market', path: '/market', name: 'Marketplace' });
    expect(menuName(market, 'zh-CN')).toBe('应用市场');
    expect(menuName({ ...market, name: 'Shop' }, 'zh-CN')).toBe('Shop');
  });
});
