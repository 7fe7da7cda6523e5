export { useFormat } from './use-format.ts';
