export type { PageCard } from './arrangement.ts';
export { default as CardColumns } from './CardColumns.vue';
