import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Task, TaskEvent } from './task.ts';
import { TaskFeed } from './task-feed.ts';
import { TaskWatch } from './task-watch.ts';
import type { TaskProgress, TaskStore } from './task-store.ts';
import { LocalBus } from '../../infra/bus/local-bus.ts';
import { silentLogger } from '../../kernel/index.ts';
import { loneBus } from '../../infra/testing/lone-bus.ts';

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
    const feed = new TaskFeed(loneBus());
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
    const watch = new TaskWatch({} as TaskStore, new TaskFeed(loneBus()), () => ({
      ...progress,
      logText: '',
    }));
    watch.follow(7, sink)();
    expect(sent).toEqual([soFar[0], soFar.at(-1)]);
  });

  /** A watch of a task that another process runs; `read` answers each look at it. */
  const elsewhere = (read: () => Promise<unknown>) => {
    const findOfAnyTenant = vi.fn(read) as unknown as TaskStore['findOfAnyTenant'];
    const watch = new TaskWatch({ findOfAnyTenant } as TaskStore, new TaskFeed(loneBus()), () => undefined);
    return { stop: watch.follow(7, sink), findOfAnyTenant };
  };
  const task = (status: Task['status']) => ({ ...progress, status }) as unknown as Task;

  it('of another process looks each second until it has ended', async () => {
    const answers = [task('running'), task('running'), task('succeeded')];
    const { findOfAnyTenant } = elsewhere(async () => answers.shift());
    await vi.advanceTimersByTimeAsync(999);
    expect(findOfAnyTenant).toHaveBeenCalledOnce();
    expect(sent).toEqual(soFar);
    await vi.advanceTimersByTimeAsync(1_001);
    expect(findOfAnyTenant).toHaveBeenCalledTimes(3);
    expect(sent).toEqual([...soFar, expect.stringMatching(/^end .*"status":"succeeded"/), 'closed']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('of another host hears its events at once, each once, and looks when it has ended', async () => {
    const local = new LocalBus();
    const [runs, follows] = [local.join(silentLogger), local.join(silentLogger)];
    const [feed, mine] = [new TaskFeed(runs), new TaskFeed(follows)];
    mine.follow();
    let status: Task['status'] = 'running';
    const findOfAnyTenant = async () => task(status);
    const watch = new TaskWatch({ findOfAnyTenant } as unknown as TaskStore, mine, () => undefined);
    watch.follow(7, sink);
    await vi.advanceTimersByTimeAsync(0);
    feed.publish(7, { type: 'log', data: { line: 'another' } });
    feed.publish(7, { type: 'log', data: { line: 'next' } });
    feed.publish(7, { type: 'step', data: { name: 'one', status: 'running', durationMs: null } });
    feed.publish(7, { type: 'step', data: { name: 'two', status: 'running', durationMs: null } });
    feed.publish(7, { type: 'progress', data: { progress: 60 } });
    await vi.advanceTimersByTimeAsync(500);
    expect(sent.slice(soFar.length)).toEqual([
      'log {"line":"next"}',
      'step {"name":"two","status":"running","durationMs":null}',
      'progress {"progress":60}',
    ]);
    status = 'succeeded';
    feed.publish(7, { type: 'end', data: task('succeeded') });
    await vi.advanceTimersByTimeAsync(0);
    expect(sent.slice(-2)).toEqual([expect.stringMatching(/^end .*"status":"succeeded"/), 'closed']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('of another host finds the hosts of a step in what is saved', async () => {
    const local = new LocalBus();
    const [runs, follows] = [local.join(silentLogger), local.join(silentLogger)];
    const [feed, mine] = [new TaskFeed(runs), new TaskFeed(follows)];
    mine.follow();
    const host = { nodeId: 'one', machine: 'one', address: '', state: 'done', message: null } as const;
    const step = { name: 'two', status: 'running', durationMs: null } as const;
    const hosts = Array.from({ length: 100 }, () => host);
    let steps: readonly object[] = progress.steps;
    const findOfAnyTenant = async () => ({ ...task('running'), steps });
    const watch = new TaskWatch({ findOfAnyTenant } as unknown as TaskStore, mine, () => undefined);
    const stop = watch.follow(7, sink);
    await vi.advanceTimersByTimeAsync(0);
    feed.publish(7, { type: 'step', data: { ...step, hosts } });
    expect(sent.slice(soFar.length)).toEqual([`step ${JSON.stringify(step)}`]);
    steps = [progress.steps[0], { ...step, startedAt: null, hosts }];
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent.slice(soFar.length + 1)).toEqual([`step ${JSON.stringify({ ...step, hosts })}`]);
    stop();
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
    expect(sent).toEqual(['closed', 'closed', ...soFar, 'closed']);
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
    expect(sent).toEqual(soFar);
  });
});
