// @vitest-environment node
import { describe, expect, it, vi } from 'vitest';
import { createMemoryHistory, createRouter } from 'vue-router';
import type { MenuNode } from '../menus/menu.ts';
import { pagesOf, placeMenus } from '../menus/menu.ts';
import { menuNode } from '../menus/testing/menu-node.ts';
import type { MenuRouteSources, PageLoader } from './menu-routes.ts';
import { buildMenuRoutes } from './menu-routes.ts';
import { createMenuRouter } from './menu-router.ts';

const loader = (): PageLoader => vi.fn(async () => ({ default: {} }));
const market = loader();
const detail = loader();
const sources: MenuRouteSources = {
  hostPage: (feature, page) => (feature === 'market' ? { list: market, detail }[page] : undefined),
  remoteView: loader(),
  unavailable: loader(),
  featureRoutes: {
    market: [
      { under: 'host:market/list', path: ':appCode', page: 'detail', titleKey: 'market.detail.title' },
    ],
  },
};
const nodes: MenuNode[] = [
  menuNode({ menuKey: 'host:market', path: '/market', component: 'host:market/list' }),
  menuNode({
    menuKey: 'hello:root',
    path: 'hello',
    type: 'M',
    children: [
      menuNode({ menuKey: 'hello:item', path: 'items', component: 'remote:hello/list', cache: false }),
    ],
  }),
  menuNode({ menuKey: 'odd', path: '/odd', component: 'host:gone/list' }),
  menuNode({ menuKey: 'docs', path: 'https://example.org', isFrame: true }),
];
const pages = () => pagesOf(placeMenus(nodes));

describe('routes of menus', () => {
  it('are created from host pages, remote views and their children', () => {
    const routes = buildMenuRoutes(pages(), sources).map(({ path, component, props, meta }) => ({
      path,
      component,
      props,
      feature: meta?.feature,
    }));
    expect(routes).toEqual([
      { path: '/market', component: market, props: undefined, feature: 'market' },
      { path: '/market/:appCode', component: detail, props: true, feature: 'market' },
      {
        path: '/hello/items',
        component: sources.remoteView,
        props: { code: 'hello', viewKey: 'list' },
        feature: undefined,
      },
      { path: '/odd', component: sources.unavailable, props: undefined, feature: 'error' },
    ]);
  });

  it("contain the component that identifies a remote's own views", () => {
    const [, , remote] = buildMenuRoutes(pages(), sources);
    expect(remote?.meta).toMatchObject({ component: 'remote:hello/list', cache: false });
  });
});

describe('menu router', () => {
  function shell() {
    const router = createRouter({
      history: createMemoryHistory(),
      routes: [
        {
          path: '/',
          name: 'shell',
          component: {},
          children: [{ path: ':path(.*)*', name: 'not-found', component: {} }],
        },
      ],
    });
    return { router, menus: createMenuRouter(router, sources) };
  }
  const nameAt = (router: ReturnType<typeof shell>['router'], path: string) => router.resolve(path).name;

  it('follows installs and removals', () => {
    const { router, menus } = shell();
    menus.sync(pages());
    expect(nameAt(router, '/hello/items')).toBe('hello:item');
    menus.sync(pages().filter((page) => page.node.menuKey !== 'hello:item'));
    expect(nameAt(router, '/hello/items')).toBe('not-found');
    expect(nameAt(router, '/market/hello')).toBe('host:market/detail');
    menus.clear();
    expect(nameAt(router, '/market')).toBe('not-found');
  });

  it('keeps the route of a page with unsaved input until it is released', () => {
    const { router, menus } = shell();
    menus.sync(pages());
    const without = pages().filter((page) => page.node.menuKey !== 'hello:item');
    menus.sync(without, new Set(['hello:item']));
    expect(nameAt(router, '/hello/items')).toBe('hello:item');
    menus.sync(without);
    expect(nameAt(router, '/hello/items')).toBe('not-found');
  });

  it("adds an application's view on the first navigation by path, name or history", async () => {
    const { router, menus } = shell();
    menus.sync(pages());
    expect(router.hasRoute('hello:item')).toBe(false);
    await router.push({ name: 'hello:item', query: { id: '1' } });
    expect(router.currentRoute.value.fullPath).toBe('/hello/items?id=1');
    expect(router.currentRoute.value.redirectedFrom).toBeUndefined();

    const again = shell();
    again.router.options.history.replace('/hello/items?id=2');
    again.router.options.history.push('/market');
    again.menus.sync(pages());
    await again.router.push('/market');
    const back = new Promise((done) => again.router.afterEach(done));
    again.router.back();
    await back;
    expect(again.router.currentRoute.value).toMatchObject({
      name: 'hello:item',
      fullPath: '/hello/items?id=2',
    });
  });

  it('finds a view under its path as the router finds routes, before a page with a parameter', () => {
    const { router, menus } = shell();
    const special = menuNode({ menuKey: 'm:s', path: '/market/special', component: 'remote:m/list' });
    menus.sync([...pages(), ...pagesOf(placeMenus([special]))]);
    expect(nameAt(router, '/Hello/Items/')).toBe('hello:item');
    expect(nameAt(router, '/market/special?x=1#y')).toBe('m:s');
    expect(nameAt(router, '/market/other')).toBe('host:market/detail');
  });

  it('matches the path of a view that has parameters', () => {
    const { router, menus } = shell();
    const one = menuNode({ menuKey: 'm:one', path: '/m/:id', component: 'remote:m/one' });
    menus.sync(pagesOf(placeMenus([one])));
    expect(router.resolve('/m/7')).toMatchObject({ name: 'm:one', params: { id: '7' } });
  });

  it('keeps unchanged routes', () => {
    const { router, menus } = shell();
    menus.sync(pages());
    const add = vi.spyOn(router, 'addRoute');
    menus.sync(pages());
    expect(add).not.toHaveBeenCalled();
  });
});
