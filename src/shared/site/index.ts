export { shadesOf } from './accent.ts';
export { useSiteStore } from './site-store.ts';
