export { ExecuteResult } from './execute-result.ts';
export {
  JobExecutor,
  type JobArgs,
  type JobExecutorOptions,
  type JobHandler,
  type JobLogger,
} from './job-executor.ts';
export { Scheduled, type ScheduledOptions, type ScheduleTimes } from './scheduled.ts';
