import type { JobTask, JobTaskInput } from '../api/job-task.ts';

/**
 * A task as it stands in the form: numbers in the units that people think in, parameters as text.
 */
export interface TaskForm extends Omit<JobTaskInput, 'timeZone' | 'params' | 'timeoutMs'> {
  timeZone: string;
  /** JSON, or empty. */
  params: string;
  /** Seconds; 0 is none. */
  timeoutSeconds: number;
}

export const blankTask: TaskForm = {
  jobName: '',
  executor: '',
  cron: '0 3 * * *',
  timeZone: '',
  params: '',
  misfirePolicy: 'skip',
  concurrency: 'serial',
  maxAttempts: 1,
  timeoutSeconds: 0,
  status: 1,
};

export function formOf(task: JobTask): TaskForm {
  const { jobName, executor, cron, misfirePolicy, concurrency, maxAttempts, status } = task;
  return {
    ...{ jobName, executor, cron, misfirePolicy, concurrency, maxAttempts, status },
    timeZone: task.timeZone ?? '',
    params: paramsText(task.params),
    timeoutSeconds: task.timeoutMs / 1000,
  };
}

/** Parameters of a task as a person edits them. */
export const paramsText = (params: unknown): string =>
  params === undefined ? '' : JSON.stringify(params, undefined, 2);

export function inputOf(form: TaskForm): JobTaskInput {
  const { params, timeoutSeconds, ...rest } = form;
  return {
    ...rest,
    jobName: form.jobName.trim(),
    cron: form.cron.trim(),
    timeZone: form.timeZone || null,
    timeoutMs: Math.round((timeoutSeconds || 0) * 1000),
    ...(params.trim() ? { params: JSON.parse(params) as unknown } : {}),
  };
}

/** Whether the parameters can be read. */
export function isJson(text: string): boolean {
  if (text.trim() === '') return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
