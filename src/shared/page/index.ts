export { accountPath } from './account-path.ts';
export { appsRefreshKey, useAppsRefresh, type AppsRefresh } from './apps-refresh.ts';
export type { FeatureRoute } from './feature-route.ts';
export { helpPath } from './help-path.ts';
export { navigationKey, useNavigation, type MenuPage, type Navigation } from './navigation.ts';
export { pageContextKey, usePage, type PageContext, type PageMark } from './page-context.ts';
export { usePolling } from './use-polling.ts';
export { useReturn } from './use-return.ts';
export { nowKey, startClock, useNow, type Now } from './use-now.ts';
