export { useNoticesStore } from './model/notices-store.ts';
