export { actuatorContracts } from './actuator.ts';
export { healthContracts } from './health.ts';
export { ACTUATOR_JSON } from './monitoring.ts';
