// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { MenuNode } from './menu.ts';
import { firstByComponent, firstPageOfEach, isExternal, pagesOf, placeMenus, visibleMenus } from './menu.ts';
import { menuName } from '@/shared/menus/menu-names.ts';
import { rowsOf } from './menu-rows.ts';
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
  it('have full paths in order', () => {
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

  it('omit hidden ones and empty directories', () => {
    const shown = visibleMenus(placeMenus(tree));
    expect(shown.map((menu) => menu.node.menuKey)).toEqual(['host:market', 'hello:root']);
    expect(shown[1]?.children).toHaveLength(2);
  });

  it('mark external links', () => {
    const [outside] = placeMenus([menuNode({ menuKey: 'docs', path: 'https://example.org/docs' })]);
    expect(outside && isExternal(outside)).toBe(true);
    expect(outside?.path).toBe('https://example.org/docs');
  });

  it('returns visible menus with their depth', () => {
    const lines = (open: string) =>
      rowsOf(visibleMenus(placeMenus(tree)), ({ node }) => node.menuKey === open).map(
        (row) => `${row.depth} ${row.menu.node.menuKey} ${row.open}`,
      );
    expect(lines('')).toEqual(['0 host:market false', '0 hello:root false']);
    expect(lines('hello:root')).toEqual([
      '0 host:market false',
      '0 hello:root true',
      '1 hello:item false',
      '1 hello:demo false',
    ]);
  });
});

describe('firstByComponent', () => {
  it('returns the first of two pages with the same component', () => {
    const shows = (menuKey: string, path: string) =>
      menuNode({ menuKey, path, component: 'remote:hello/list' });
    const pages = pagesOf(placeMenus([shows('a', '/a'), shows('b', '/b')]));
    expect(firstByComponent(pages).get('remote:hello/list')?.path).toBe('/a');
  });
});

describe('firstPageOfEach', () => {
  it('finds the page by the application, or by the view in a menu of the host', () => {
    const nodes = [
      menuNode({
        menuKey: 'a:root',
        type: 'M',
        path: 'a',
        appCode: 'a',
        order: 2,
        children: [
          menuNode({ menuKey: 'a:two', path: 'two', type: 'C', appCode: 'a', order: 2 }),
          menuNode({ menuKey: 'a:one', path: 'one', type: 'C', appCode: 'a', order: 1 }),
        ],
      }),
      menuNode({ menuKey: 'host:b', path: '/b', type: 'C', component: 'remote:b/list', order: 1 }),
    ];
    const first = firstPageOfEach(placeMenus(nodes));
    expect([first.get('a')?.path, first.get('b')?.path, first.get('c')?.path]).toEqual([
      '/a/one',
      '/b',
      undefined,
    ]);
  });
});

describe('menuName', () => {
  it('translates a built-in name and keeps one set by the operator', () => {
    const market = menuNode({ menuKey: 'host:market', path: '/market', name: 'Marketplace' });
    expect(menuName(market, 'zh-CN')).toBe('应用市场');
    expect(menuName({ ...market, name: 'Shop' }, 'zh-CN')).toBe('Shop');
  });

  it("uses the application's name for the language, or for its part without region", () => {
    const items = menuNode({ menuKey: 'hello:item', path: 'items', name: 'Items' });
    expect(menuName({ ...items, names: { 'zh-CN': '事项' } }, 'zh-CN')).toBe('事项');
    expect(menuName({ ...items, names: { zh: '事项' } }, 'zh-CN')).toBe('事项');
    expect(menuName({ ...items, names: { 'zh-CN': '事项' } }, 'en-US')).toBe('Items');
  });
});
