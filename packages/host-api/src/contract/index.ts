export { contract, type Contract, type Method, type RouteAuth } from './contract.ts';
export type { DataOf, Immutable } from './data-of.ts';
export * from './fields.ts';
export {
  exportQuery,
  ExportFormatSchema,
  ExportLocaleSchema,
  keyedListContracts,
  listContracts,
  type ExportFormat,
  type ExportLocale,
} from './list-contracts.ts';
