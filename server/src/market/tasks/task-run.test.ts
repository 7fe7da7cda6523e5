import { beforeEach, describe, expect, it } from 'vitest';
import { PlatformError } from '../../kernel/index.ts';
import { collectingLogger, type LogLine } from '../../testing/collecting-logger.ts';
import type { TaskEvent, TaskFailure } from './task.ts';
import { TaskFeed } from './task-feed.ts';
import { TaskRun } from './task-run.ts';
import type { TaskStore } from './task-store.ts';
import { loneBus } from '../../infra/testing/lone-bus.ts';

interface Notes {
  readonly one: number;
  readonly two: number;
}

describe('one task of this process', () => {
  let now: number;
  let runs: boolean;
  let journals: unknown[];
  let saved: number;
  let failure: TaskFailure | null;
  let lines: LogLine[];
  let events: TaskEvent[];
  let run: TaskRun<Notes>;

  beforeEach(() => {
    now = Date.UTC(2026, 0, 1);
    runs = true;
    journals = [];
    saved = 0;
    failure = null;
    lines = [];
    events = [];
    const feed = new TaskFeed(loneBus());
    feed.watch(7, { onEvent: (event) => void events.push(event) });
    const store = {
      saveProgress: async () => {
        saved += 1;
        return runs;
      },
      saveJournal: async (_taskId: number, journal: unknown) => {
        journals.push(journal);
        return runs;
      },
      findOfAnyTenant: async () => ({ failure }),
    } as unknown as TaskStore;
    const services = { store, feed, clock: { now: () => now }, logger: collectingLogger(lines) };
    run = new TaskRun<Notes>(7, ['first', 'second'], '1.0.0', services);
  });

  const published = (type: TaskEvent['type']): unknown[] =>
    events.flatMap((event) => (event.type === type ? [event.data] : []));

  it('adds to its journal, and stops once the task was declared failed', async () => {
    await run.record({ one: 1 });
    await run.record({ two: 2 });
    expect(journals).toEqual([{ one: 1 }, { one: 1, two: 2 }]);
    runs = false;
    await expect(run.record({})).rejects.toMatchObject({ code: 'TASK_TIMEOUT', status: 504 });
    expect(run.signal.aborted).toBe(true);
    await expect(run.save()).rejects.toMatchObject({ code: 'TASK_TIMEOUT' });
  });

  it('stops for the reason that another host has written when it took the task over', async () => {
    runs = false;
    failure = { stage: 'first', code: 'TASK_OWNER_GONE', message: 'It was stopped.', fix: 'Start it again.' };
    await expect(run.save()).rejects.toMatchObject({
      ...{ code: 'TASK_OWNER_GONE', status: 504, message: 'It was stopped.', fix: 'Start it again.' },
    });
  });

  it('stops for the first of several reasons', async () => {
    const [first, second] = ['FIRST', 'SECOND'].map(
      (code) => new PlatformError({ code, status: 503, message: code }),
    );
    if (!first || !second) throw new Error('There are no reasons.');
    run.stop(first);
    run.stop(second);
    expect(run.signal.reason).toBe(first);
    await expect(run.save()).rejects.toBe(first);
    expect(saved).toBe(0);
    await expect(run.step(0, async () => undefined)).rejects.toBe(first);
  });

  it('reports progress as whole percent of all steps, each once, and never more than its step', async () => {
    run.progress(0.5);
    expect(run.snapshot).toMatchObject({ currentStep: null, progress: 0 });
    await run.step(0, async (task) => {
      for (const fraction of [-1, 0.5, 0.501, 2]) task.progress(fraction);
    });
    await run.step(1, async (task) => task.progress(0.5));
    const percent = published('progress').map((data) => (data as { progress: number }).progress);
    expect(percent).toEqual([25, 50, 50, 75, 100]);
  });

  it('times its steps, and logs why one failed', async () => {
    await run.step(0, async () => void (now += 1_500));
    await expect(
      run.step(1, () => {
        now += 250;
        return Promise.reject(new Error('no'));
      }),
    ).rejects.toThrow('no');
    run.fail({ stage: 'second', code: 'X', message: 'It broke.', fix: null });
    expect(run.steps).toEqual([
      { name: 'first', status: 'succeeded', startedAt: '2026-01-01T00:00:00.000Z', durationMs: 1_500 },
      { name: 'second', status: 'failed', startedAt: '2026-01-01T00:00:01.500Z', durationMs: 250 },
    ]);
    expect(run.logText).toBe('2026-01-01T00:00:01.750Z Failed in second: It broke.');
    expect(published('log')).toEqual([{ line: run.logText }]);
  });

  it('marks the steps that are left as succeeded', async () => {
    await run.step(0, async () => undefined);
    run.finish();
    expect(run.steps.map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
    expect(run.snapshot).toMatchObject({ currentStep: 'second', progress: 100 });
  });

  it('keeps the state of a step whose hosts report after its end', async () => {
    await run.step(0, async () => undefined);
    const host = { node: 'b', state: 'done' } as never;
    run.hosts([host]);
    expect(run.steps[0]).toMatchObject({ status: 'succeeded', hosts: [host] });
  });

  it('marks all steps as succeeded when none has begun', () => {
    run.finish();
    expect(run.steps.map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
  });

  it('logs a failure before its first step', () => {
    run.fail({ stage: run.stage, code: 'X', message: 'It broke.', fix: null });
    expect(run.logText).toMatch(/ Failed in start: It broke\.$/);
    expect(run.steps.map(({ status }) => status)).toEqual(['pending', 'pending']);
    expect(lines).toEqual([
      { level: 'info', message: 'Failed in start: It broke.', fields: { taskId: 7, step: 'start' } },
    ]);
  });

  it('keeps a step that succeeded when what follows it fails', async () => {
    await run.step(0, async () => void (now += 10));
    run.fail({ stage: 'first', code: 'X', message: 'It broke.', fix: null });
    expect(run.steps[0]).toMatchObject({ status: 'succeeded', durationMs: 10 });
  });
});
