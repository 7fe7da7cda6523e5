import type { EventStreamOptions, HttpClient, Page, PageQuery } from '@/shared/http';
import type { Seen } from '@/shared/records';
import type {
  JobExecutor,
  JobRunRecord,
  JobTask,
  JobTaskInput,
  RunDuration,
  SchedulerCalendar,
  SchedulerCenter,
} from './job-task.ts';

/** The endpoints of the scheduler center (design 3.8). */
export function createSchedulerApi(http: HttpClient) {
  return {
    center: (signal: AbortSignal) => http.get<SchedulerCenter>('/scheduler/center', { signal }),
    executors: (signal: AbortSignal) => http.get<JobExecutor[]>('/scheduler/executor', { signal }),
    /** The next five times of an expression. */
    times: (cron: string, timeZone: string | null, signal: AbortSignal) =>
      http.get<{ times: string[]; zone: string }>('/scheduler/times', {
        params: { cron, ...(timeZone ? { timeZone } : {}) },
        signal,
      }),
    list: (query: object, signal?: AbortSignal): Promise<Page<JobTask>> =>
      http.list<JobTask>('/scheduler/task/list', query, signal ? { signal } : {}),
    get: (jobId: number) => http.get<JobTask>(`/scheduler/task/${jobId}`),
    add: (task: JobTaskInput) => http.post<{ jobId: number }>('/scheduler/task', task),
    edit: (jobId: number, task: JobTaskInput & Seen) => http.put<void>('/scheduler/task', { jobId, ...task }),
    setStatus: (jobId: number, status: 0 | 1) =>
      http.put<void>(`/scheduler/task/${jobId}/status`, { status }),
    remove: (jobId: number) => http.delete<void>(`/scheduler/task/${jobId}`),
    /** @param given `params` in place of the task's own */
    run: (jobId: number, given: { params?: unknown } = {}) =>
      http.post<{ logId: number }>(`/scheduler/task/${jobId}/run`, given),
    calendar: (from: string, to: string, signal: AbortSignal) =>
      http.get<SchedulerCalendar>('/scheduler/calendar', { params: { from, to }, signal }),
    durations: (jobId: number, signal: AbortSignal) =>
      http.get<RunDuration[]>(`/scheduler/task/${jobId}/durations`, { signal }),
    follow: (logId: number, options: EventStreamOptions) =>
      http.stream(`/scheduler/log/${logId}/stream`, options),
    history: (
      query: Partial<PageQuery> & { jobId: number },
      signal: AbortSignal,
    ): Promise<Page<JobRunRecord>> => http.list<JobRunRecord>('/scheduler/log/list', query, { signal }),
    stop: (logId: number) => http.post<void>(`/scheduler/log/${logId}/stop`),
  };
}

export type SchedulerApi = ReturnType<typeof createSchedulerApi>;
