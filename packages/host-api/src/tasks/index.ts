export { taskContracts } from './contracts.ts';
export * from './deploy-report.ts';
export * from './task.ts';
