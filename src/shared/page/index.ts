export { appsRefreshKey, useAppsRefresh, type AppsRefresh } from './apps-refresh.ts';
export type { FeatureRoute } from './feature-route.ts';
export { navigationKey, useNavigation, type Navigation } from './navigation.ts';
export { pageContextKey, usePage, type PageContext, type PageMark } from './page-context.ts';
export { useDelayed } from './use-delayed.ts';
export { useLoaded, type Loaded } from './use-loaded.ts';
export { usePolling } from './use-polling.ts';
export { useReturn } from './use-return.ts';
export { nowKey, startClock, useNow } from './use-now.ts';
