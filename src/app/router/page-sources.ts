import type { FeatureRoute } from '@/shared/page';
import type { MenuRouteSources, PageLoader } from './menu-routes.ts';

const pages = import.meta.glob<{ default: object }>('../../features/*/pages/*.vue') as Record<
  string,
  PageLoader
>;
const routeLists = import.meta.glob<readonly FeatureRoute[]>('../../features/*/routes.ts', {
  eager: true,
  import: 'default',
});

/** Where the shell's pages come from: the feature folders, and `remoteView` for applications. */
export const createPageSources = (remoteView: PageLoader): MenuRouteSources => ({
  hostPage: (feature, page) => pages[`../../features/${feature}/pages/${page}.vue`],
  remoteView,
  unavailable: () => import('@/features/error/pages/unavailable.vue'),
  featureRoutes: Object.fromEntries(
    Object.entries(routeLists).map(([file, routes]) => [file.split('/').at(-2) ?? '', routes]),
  ),
});
