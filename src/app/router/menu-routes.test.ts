import { describe, expect, it, vi } from 'vitest';
import { createMemoryHistory, createRouter } from 'vue-router';
import type { MenuNode } from '../menus/menu.ts';
import { pagesOf, placeMenus } from '../menus/menu.ts';
import { menuNode } from '../menus/testing/menu-node.ts';
import type { MenuRouteSources, PageLoader } from './menu-routes.ts';
import { buildMenuRoutes, parseComponent } from './menu-routes.ts';
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
  it('are made from host pages, remote views and what stands beneath them', () => {
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

  it('carry the component by which a remote finds its own views', () => {
    const [, , remote] = buildMenuRoutes(pages(), sources);
    expect(remote?.meta).toMatchObject({ component: 'remote:hello/list', cache: false });
  });

  it.each(['host:market', 'remote:Hello/list', 'hello/list', '', null])(
    'refuse %j as a component',
    (component) => expect(parseComponent(component)).toBeUndefined(),
  );
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

  it('holds a route whose page has unsaved input, until it is no longer held', () => {
    const { router, menus } = shell();
    menus.sync(pages());
    const without = pages().filter((page) => page.node.menuKey !== 'hello:item');
    menus.sync(without, new Set(['hello:item']));
    expect(nameAt(router, '/hello/items')).toBe('hello:item');
    menus.sync(without);
    expect(nameAt(router, '/hello/items')).toBe('not-found');
  });

  it('leaves routes alone that stay as they are', () => {
    const { router, menus } = shell();
    menus.sync(pages());
    const add = vi.spyOn(router, 'addRoute');
    menus.sync(pages());
    expect(add).not.toHaveBeenCalled();
  });
});
