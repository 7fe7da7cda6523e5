// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { JobTask } from '../api/job-task.ts';
import { cronPresets, cronWords } from './cron-words.ts';
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
  };

  it('survives a round trip', () => {
    const {
      jobId: _id,
      appCode: _app,
      ready: _ready,
      zone: _zone,
      lastRunTime: _last,
      nextRunTime: _next,
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
