export { actuatorContracts } from './actuator.ts';
export { diagnosisContracts } from './diagnosis.ts';
export { environmentContracts } from './environment.ts';
export { healthContracts } from './health.ts';
export { inspectionContracts } from './inspection.ts';
export { loggerContracts } from './loggers.ts';
export { metricContracts } from './metrics.ts';
export { ACTUATOR_JSON } from './monitoring.ts';
