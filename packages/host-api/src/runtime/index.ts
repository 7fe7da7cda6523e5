export * from './application-contents.ts';
export * from './backend-report.ts';
export { RemoteAppSchema, runtimeContracts } from './contracts.ts';
