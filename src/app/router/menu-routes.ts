import type { Component } from 'vue';
import type { RouteRecordRaw } from 'vue-router';
import { appOfComponent, parseComponent } from '@/shared/menus/menu-component.ts';
import type { FeatureRoute } from '@/shared/page';
import type { MenuNode, PlacedMenu } from '../menus/menu.ts';
import { isExternal } from '../menus/menu.ts';

export type PageLoader = () => Promise<{ default: Component }>;

/** Sources of the pages behind menus. */
export interface MenuRouteSources {
  /** The loader of `src/features/<feature>/pages/<page>.vue`; undefined if there is none. */
  hostPage(feature: string, page: string): PageLoader | undefined;
  remoteView: PageLoader;
  /** The page for an unknown menu component. */
  unavailable: PageLoader;
  featureRoutes: Readonly<Record<string, readonly FeatureRoute[]>>;
}

/**
 * Route records, flat beneath the shell, of all menus that show a page in it (design 5.3):
 * `host:<feature>/<page>` and `remote:<code>/<viewKey>`; and of the features' pages that stand
 * beneath them.
 */
export function buildMenuRoutes(pages: readonly PlacedMenu[], sources: MenuRouteSources): RouteRecordRaw[] {
  return pages
    .filter((page) => !isExternal(page))
    .flatMap((page) => [menuRoute(page, sources), ...pagesBeneath(page, sources)]);
}

/** The route of one page, without the feature's pages beneath it. */
export function menuRoute(page: PlacedMenu, sources: MenuRouteSources): RouteRecordRaw {
  const { node } = page;
  const target = parseComponent(node.component);
  const meta = {
    menu: node,
    component: node.component ?? undefined,
    ancestors: page.ancestors,
    cache: node.cache,
  };
  const base = { path: page.path, name: node.menuKey, meta };
  if (target?.kind === 'remote') {
    return { ...base, component: sources.remoteView, props: { code: target.owner, viewKey: target.name } };
  }
  const loader = target && sources.hostPage(target.owner, target.name);
  if (!target || !loader) {
    return { ...base, component: sources.unavailable, meta: { ...meta, feature: 'error' } };
  }
  return { ...base, component: loader, meta: { ...meta, feature: target.owner } };
}

function pagesBeneath(page: PlacedMenu, sources: MenuRouteSources): RouteRecordRaw[] {
  const target = parseComponent(page.node.component);
  if (target?.kind !== 'host') return [];
  const beneath = (sources.featureRoutes[target.owner] ?? []).filter(
    (route) => route.under === page.node.component,
  );
  return beneath.flatMap((route) => {
    const component = sources.hostPage(target.owner, route.page);
    if (!component) return [];
    const ancestors: MenuNode[] = [...page.ancestors, page.node];
    return {
      path: `${page.path.replace(/\/$/, '')}/${route.path}`,
      name: `${page.node.menuKey}/${route.page}`,
      component,
      props: true,
      meta: {
        feature: target.owner,
        ancestors,
        parentPath: page.path,
        titleKey: route.titleKey,
        permission: route.permission,
        cache: true,
      },
    };
  });
}

/** Whether the page is an application's view at one fixed path, found without matching. */
export function isFoundByPath(page: PlacedMenu): boolean {
  return (
    appOfComponent(page.node.component) !== undefined && !isExternal(page) && /^[\w./~%-]+$/.test(page.path)
  );
}
