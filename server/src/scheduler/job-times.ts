import { serviceToken, WorkTimes } from '../kernel/index.ts';

/** Upper bounds in seconds. */
const BOUNDS = [0.01, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 900, 3600];

/** How long attempts of jobs on this host took, for metrics. (design 11.2) */
export type JobTimes = WorkTimes<{ application: string; outcome: 'succeeded' | 'failed' | 'stopped' }>;

export const jobTimes = (): JobTimes => new WorkTimes(BOUNDS);

export const JOB_TIMES = serviceToken<JobTimes>('job times');
