export { installContracts } from './contracts.ts';
export * from './install.ts';
export * from './plan.ts';
