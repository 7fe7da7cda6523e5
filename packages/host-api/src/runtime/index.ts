export * from './backend-report.ts';
export { RemoteAppSchema, runtimeContracts } from './contracts.ts';
