import type { ServerEvent } from '@/shared/http';
import type { JobRunRecord } from '../api/job-task.ts';

/** Longest log that the host keeps of a run, in characters. */
const LIMIT = 65_536;

/** A run after an event of its stream; undefined before its first record. */
export function runAfter(
  run: JobRunRecord | undefined,
  { event, data }: Pick<ServerEvent, 'event' | 'data'>,
): JobRunRecord | undefined {
  if (event === 'run' || event === 'end') return JSON.parse(data) as JobRunRecord;
  if (event !== 'log' || !run) return run;
  const { text } = JSON.parse(data) as { text: string };
  return { ...run, logText: `${run.logText ?? ''}${text}`.slice(-LIMIT) };
}
