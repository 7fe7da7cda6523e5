export { centerKind } from './center.ts';
export { JOB_TIMES } from './job-times.ts';
export { schedulerModule } from './module.ts';
