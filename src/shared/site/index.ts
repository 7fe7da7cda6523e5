export { useSiteStore } from './site-store.ts';
