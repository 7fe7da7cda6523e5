import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Task, TaskEvent } from './task.ts';
import { TaskFeed } from './task-feed.ts';
import { TaskWatch } from './task-watch.ts';
import type { TaskProgress, TaskStore } from './task-store.ts';

const progress = {
  currentStep: 'one',
  progress: 50,
  logText: 'a line\nanother',
  version: null,
  steps: [
    { name: 'one', status: 'succeeded', startedAt: null, durationMs: 4 },
    { name: 'two', status: 'pending', startedAt: null, durationMs: null },
  ],
} as const satisfies TaskProgress;
const soFar = [
  'step {"name":"one","status":"succeeded","durationMs":4}',
  'log {"line":"a line"}',
  'log {"line":"another"}',
  'progress {"progress":50}',
];

describe('following a task', () => {
  let sent: string[];
  const sink = {
    send: (event: string, data: unknown) => void sent.push(`${event} ${JSON.stringify(data)}`),
    end: () => void sent.push('closed'),
  };
  beforeEach(() => {
    sent = [];
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('of this process sends what was, then each event, and closes after the end', () => {
    const feed = new TaskFeed();
    const watch = new TaskWatch({} as TaskStore, feed, (taskId) => (taskId === 7 ? progress : undefined));
    const stop = watch.follow(7, sink);
    expect(sent).toEqual(soFar);
    feed.publish(8, { type: 'log', data: { line: 'of another task' } });
    feed.publish(7, { type: 'log', data: { line: 'next' } });
    feed.publish(7, { type: 'end', data: { status: 'failed' } } as unknown as TaskEvent);
    expect(sent.slice(soFar.length)).toEqual(['log {"line":"next"}', 'end {"status":"failed"}', 'closed']);
    stop();
    feed.publish(7, { type: 'log', data: { line: 'late' } });
    expect(sent).toHaveLength(soFar.length + 3);
  });

  it('sends no line of an empty log', () => {
    const watch = new TaskWatch({} as TaskStore, new TaskFeed(), () => ({ ...progress, logText: '' }));
    watch.follow(7, sink)();
    expect(sent).toEqual([soFar[0], soFar.at(-1)]);
  });

  /** A watch of a task that another process runs; `read` answers each look at it. */
  const elsewhere = (read: () => Promise<unknown>) => {
    const findOfAnyTenant = vi.fn(read) as unknown as TaskStore['findOfAnyTenant'];
    const watch = new TaskWatch({ findOfAnyTenant } as TaskStore, new TaskFeed(), () => undefined);
    return { stop: watch.follow(7, sink), findOfAnyTenant };
  };
  const task = (status: Task['status']) => ({ ...progress, status }) as unknown as Task;

  it('of another process looks each second until it has ended', async () => {
    const answers = [task('running'), task('running'), task('succeeded')];
    const { findOfAnyTenant } = elsewhere(async () => answers.shift());
    await vi.advanceTimersByTimeAsync(999);
    expect(findOfAnyTenant).toHaveBeenCalledOnce();
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_001);
    expect(findOfAnyTenant).toHaveBeenCalledTimes(3);
    expect(sent).toEqual([...soFar, expect.stringMatching(/^end .*"status":"succeeded"/), 'closed']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('closes for a task that is gone, or that cannot be read, at once or later', async () => {
    elsewhere(async () => undefined);
    elsewhere(() => Promise.reject(new Error('away')));
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toEqual(['closed', 'closed']);
    let looks = 0;
    elsewhere(() =>
      (looks += 1) === 1 ? Promise.resolve(task('running')) : Promise.reject(new Error('away')),
    );
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent).toHaveLength(3);
  });

  it('ends when its page is left, also during a look', async () => {
    const waiting = elsewhere(async () => task('running'));
    await vi.advanceTimersByTimeAsync(0);
    waiting.stop();
    expect(vi.getTimerCount()).toBe(0);
    const answer = Promise.withResolvers<Task>();
    const looking = elsewhere(() => answer.promise);
    looking.stop();
    answer.resolve(task('succeeded'));
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toEqual([]);
  });
});
