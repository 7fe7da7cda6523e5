export { useSiteStore, type SiteConfig } from './site-store.ts';
