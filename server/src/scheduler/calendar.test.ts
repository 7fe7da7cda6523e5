import { describe, expect, it } from 'vitest';
import { calendarOf } from './calendar.ts';
import type { Task } from './task.ts';

const task = (jobId: number, cron: string, timeZone: string | null = 'UTC'): Task => ({
  jobId,
  tenantId: '000000',
  jobName: `task ${jobId}`,
  appCode: 'hello',
  executor: 'helloReport',
  cron,
  timeZone,
  params: undefined,
  misfirePolicy: 'skip',
  concurrency: 'serial',
  maxAttempts: 1,
  timeoutMs: 0,
  status: 1,
  lastRunTime: null,
  nextRunTime: null,
  updateTime: '2026-01-01T00:00:00.000Z',
  owner: null,
});

const at = (time: string): number => Date.parse(`${time}:00Z`);
const facts = () => ({ zone: 'UTC', ready: true });

describe('design 12: the calendar of next runs', () => {
  it('has every time of each task, from the first moment on and before the last', async () => {
    const tasks = [task(1, '0 3 * * *'), task(2, '0 3 * * *', 'Asia/Shanghai')];
    const found = await calendarOf(tasks, at('2026-11-24T03:00'), at('2026-11-26T03:00'), facts);
    expect(found.map(({ jobId, times }) => [jobId, times])).toEqual([
      [1, ['2026-11-24T03:00:00.000Z', '2026-11-25T03:00:00.000Z']],
      [2, ['2026-11-24T19:00:00.000Z', '2026-11-25T19:00:00.000Z']],
    ]);
  });

  it('names a task that runs too often to be shown, and leaves out one that does not run', async () => {
    const tasks = [task(1, '*/5 * * * *'), task(2, '0 0 1 1 *'), task(3, 'broken')];
    const found = await calendarOf(tasks, at('2026-11-24T00:00'), at('2026-11-25T00:00'), facts);
    expect(found).toMatchObject([{ jobId: 1, often: true, times: [] }]);
  });
});
