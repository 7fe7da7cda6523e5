export { Scheduled, type ScheduledOptions, type ScheduleTimes } from './scheduled.ts';
