export { contract, type Contract, type Method, type RouteAuth } from './contract.ts';
export type { DataOf, Immutable } from './data-of.ts';
export * from './fields.ts';
export { EXPORT_LIMIT, keyedListContracts, listContracts } from './list-contracts.ts';
