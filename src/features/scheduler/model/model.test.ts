// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { JobRunRecord, JobTask, PlannedTask } from '../api/job-task.ts';
import { calendarDays, dayAfter } from './calendar-days.ts';
import { cronPresets, cronWords } from './cron-words.ts';
import { durationChart } from './duration-chart.ts';
import { runAfter } from './live-run.ts';
import { durationOf, isGoing, stateOf } from './run-state.ts';
import { blankTask, formOf, inputOf, isJson } from './task-form.ts';

describe('cron in words', () => {
  it('uses both languages, and returns nothing for an invalid expression', () => {
    expect(cronWords('0 3 * * *', 'en-US')).toBe('At 03:00, every day');
    expect(cronWords('30 0 8 * * 1-5', 'en-US')).toContain('Monday through Friday');
    expect(cronWords('0 3 * * *', 'zh-CN')).toContain('03:00');
    expect(cronWords('every day', 'en-US')).toBeUndefined();
  });

  it.each(Object.entries(cronPresets))('describes common times: %s', (_name, expression) => {
    expect(cronWords(expression, 'en-US')).toBeTruthy();
  });
});

describe('a task in the form', () => {
  const task: JobTask = {
    jobId: 7,
    appCode: 'hello',
    jobName: 'Daily report',
    executor: 'helloReport',
    ready: true,
    cron: '0 3 * * *',
    timeZone: null,
    zone: 'UTC',
    params: { days: 7 },
    misfirePolicy: 'run-once',
    concurrency: 'discard',
    maxAttempts: 3,
    timeoutMs: 90_500,
    status: 1,
    lastRunTime: null,
    nextRunTime: null,
    updateTime: '2026-01-01T00:00:00.000Z',
  };

  it('survives a round trip', () => {
    const {
      jobId: _id,
      appCode: _app,
      ready: _ready,
      zone: _zone,
      lastRunTime: _last,
      nextRunTime: _next,
      updateTime: _updated,
      ...input
    } = task;
    expect(formOf(task)).toMatchObject({ timeoutSeconds: 90.5, timeZone: '' });
    expect(inputOf(formOf(task))).toEqual(input);
  });

  it('omits empty parameters, and rejects parameters that are not JSON', () => {
    expect(inputOf({ ...blankTask, jobName: ' x ', params: ' ' })).not.toHaveProperty('params');
    expect(inputOf({ ...blankTask, jobName: ' x ' }).jobName).toBe('x');
    expect([isJson(''), isJson('{"a":1}'), isJson('{a}')]).toEqual([true, true, false]);
  });
});

describe('a run', () => {
  it('shows its time so far while it is active, and none when it was skipped', () => {
    const startTime = '2026-01-01T00:00:00.000Z';
    const now = Date.parse(startTime) + 1_500;
    expect(durationOf({ startTime, endTime: null, status: 'running' }, now)).toBe(1_500);
    expect(durationOf({ startTime, endTime: '2026-01-01T00:00:01.000Z', status: 'failed' }, now)).toBe(1_000);
    expect(durationOf({ startTime, endTime: startTime, status: 'skipped' }, now)).toBeUndefined();
  });

  it('is active until it has stopped', () => {
    expect((['running', 'stopping', 'stopped'] as const).map((status) => isGoing({ status }))).toEqual([
      true,
      true,
      false,
    ]);
    expect(stateOf('stopping')).toBe('running');
  });
});

describe('design 12: the calendar', () => {
  const first = new Date(2026, 10, 24, 15, 30);
  const planned = (jobId: number, ...times: Date[]): PlannedTask => ({
    jobId,
    jobName: `task ${jobId}`,
    appCode: 'hello',
    cron: '0 3 * * *',
    zone: 'UTC',
    ready: true,
    times: times.map((time) => time.toISOString()),
    often: false,
  });

  it('has seven days on the clock of the person, each with all its times in order', () => {
    const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const tasks = [
      planned(1, new Date(2026, 10, 24, 23, 59), new Date(2026, 10, 26, 0, 0)),
      planned(2, new Date(2026, 10, 24, 16, 0), new Date(2026, 11, 1, 0, 0)),
    ];
    const days = calendarDays(first, tasks, here);
    expect(days.map(({ begin }) => begin.getDate())).toEqual([24, 25, 26, 27, 28, 29, 30]);
    expect(days.map(({ entries }) => entries.map(({ task }) => task.jobId))).toEqual([
      ...[[2, 1], [], [1], [], [], [], []],
    ]);
    expect(dayAfter(first, 7, here)).toEqual(new Date(2026, 11, 1));
  });

  it('has the days of the time zone that the person has chosen, also where the clock changes', () => {
    const evening = new Date('2026-10-24T20:00:00Z');
    const shanghai = calendarDays(evening, [planned(1, evening)], 'Asia/Shanghai');
    expect(shanghai[0]?.begin.toISOString()).toBe('2026-10-24T16:00:00.000Z');
    expect(shanghai.map(({ entries }) => entries.length)).toEqual([1, 0, 0, 0, 0, 0, 0]);
    const begins = [0, 1, 2].map((days) => dayAfter(evening, days, 'Europe/Berlin').toISOString());
    expect(begins).toEqual([
      ...['2026-10-23T22:00:00.000Z', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    ]);
  });
});

describe('design 12: durations of a task', () => {
  it('are bars of those that succeeded and of those that failed', () => {
    const run = { attempt: 1, startTime: '2026-11-24T10:00:00.000Z' };
    const chart = durationChart(
      [
        { ...run, logId: 1, status: 'succeeded', durationMs: 20 },
        { ...run, logId: 2, status: 'failed', durationMs: 900 },
      ],
      (value) => `${value} ms`,
      (status) => status,
    );
    expect(chart.moments).toHaveLength(2);
    expect(chart.series).toEqual([
      { name: 'succeeded', values: [20, null] },
      { name: 'failed', tone: 'bad', values: [null, 900] },
    ]);
  });
});

describe('design 12: the live log of a run', () => {
  const record = { logId: 1, status: 'running', logText: 'a\n' } as JobRunRecord;
  const event = (name: string, data: unknown) => ({ event: name, data: JSON.stringify(data) });

  it('begins with the record, grows by lines, and ends with the record', () => {
    const begun = runAfter(undefined, event('run', record));
    const grown = runAfter(begun, event('log', { text: 'b\n' }));
    expect(grown).toEqual({ ...record, logText: 'a\nb\n' });
    expect(runAfter(grown, event('end', { ...record, status: 'succeeded' }))?.status).toBe('succeeded');
    expect(runAfter(grown, event('unknown', {}))).toBe(grown);
  });
});
