export type { Column } from './column.ts';
export { usePagedList, type PageLoader, type Sort } from './use-paged-list.ts';
