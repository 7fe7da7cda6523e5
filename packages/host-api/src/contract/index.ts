export { contract, type Contract, type Method, type RouteAuth } from './contract.ts';
export type { DataOf, Immutable } from './data-of.ts';
export * from './fields.ts';
export {
  exportQuery,
  ExportFormatSchema,
  keyedListContracts,
  listContracts,
  type ExportFormat,
} from './list-contracts.ts';
