import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { shallowRef } from 'vue';
import type { HttpClient } from '@/shared/http';
import { retryPermission, retryTask, type Task } from '@/shared/tasks';
import { withinSetup } from '@/shared/testing/within-setup';
import { taskIdOf, totalDuration } from './task-facts.ts';
import { useLiveTasks } from './use-live-tasks.ts';

const task = (patch: Partial<Task> = {}): Task => ({
  taskId: 1,
  appCode: 'hello',
  kind: 'upgrade',
  version: '1.2.0',
  status: 'failed',
  currentStep: 'switch',
  progress: 80,
  logText: '',
  steps: [],
  report: null,
  failure: null,
  actor: null,
  createTime: '',
  updateTime: '',
  ...patch,
});

describe('retry', () => {
  it.each([
    ['install', 'failed', 'app:install:add'],
    ['upgrade', 'failed', 'app:install:edit'],
    ['uninstall', 'failed', undefined],
    ['install', 'succeeded', undefined],
  ] as const)('%s that is %s needs %s', (kind, status, permission) => {
    expect(retryPermission({ kind, status })).toBe(permission);
  });

  function client(rows: { installId: number; appCode: string }[]) {
    const post = vi.fn(async () => ({ taskId: 2 }));
    const list = vi.fn(async (_path: string, { appCode }: { appCode: string }) => {
      const found = rows.filter((row) => row.appCode === appCode);
      return { total: found.length, rows: found };
    });
    return { http: { post, list } as unknown as HttpClient, post };
  }
  const asynchronous = { params: { async: true } };

  it('upgrades the installation of that application to the same version', async () => {
    const { http, post } = client([
      { installId: 4, appCode: 'member' },
      { installId: 5, appCode: 'hello' },
    ]);
    expect(await retryTask(http, task())).toEqual({ taskId: 2 });
    expect(post).toHaveBeenCalledWith('/app/install/5/upgrade', { version: '1.2.0' }, asynchronous);
  });

  it('installs again, without a version if the task had none', async () => {
    const { http, post } = client([]);
    await retryTask(http, task({ kind: 'install', version: null }));
    expect(post).toHaveBeenCalledWith('/app/install', { appCode: 'hello' }, asynchronous);
  });
});

describe('task facts', () => {
  it('adds up the durations of the steps', () => {
    const steps = [
      { name: 'resolve', status: 'succeeded', startedAt: null, durationMs: 5 },
      { name: 'download', status: 'succeeded', startedAt: null, durationMs: 0 },
      { name: 'verify', status: 'pending', startedAt: null, durationMs: null },
    ] as const;
    expect(totalDuration({ steps })).toBe(5);
    expect(totalDuration({ steps: [] })).toBeUndefined();
  });

  it.each([
    ['12', 12],
    ['-1', undefined],
    ['x', undefined],
    [undefined, undefined],
    [['1', '2'], undefined],
  ])('reads %j from an address', (value, id) => expect(taskIdOf(value)).toBe(id));
});

describe('useLiveTasks', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('reads only running tasks, until they end', async () => {
    const get = vi
      .fn<(id: number) => Promise<Task>>()
      .mockResolvedValueOnce(task({ taskId: 2, status: 'running', progress: 50 }))
      .mockResolvedValueOnce(task({ taskId: 2, status: 'succeeded', progress: 100 }));
    const rows = shallowRef<readonly Task[]>([task(), task({ taskId: 2, status: 'running', progress: 0 })]);
    const { result: live, unmount } = withinSetup(() => useLiveTasks(rows, { get }, 100));
    const second = () => live.latest(rows.value[1] ?? task());

    await vi.advanceTimersByTimeAsync(100);
    expect(second().progress).toBe(50);
    await vi.advanceTimersByTimeAsync(500);
    expect(second().status).toBe('succeeded');
    expect(get.mock.calls).toEqual([[2], [2]]);
    unmount();
  });

  it('reads the others where one cannot be read', async () => {
    const get = vi.fn(async (taskId: number) => {
      if (taskId === 1) throw new Error('away');
      return task({ taskId, status: 'succeeded' });
    });
    const rows = shallowRef([1, 2].map((taskId) => task({ taskId, status: 'running' })));
    const { result: live, unmount } = withinSetup(() => useLiveTasks(rows, { get }, 100));
    await vi.advanceTimersByTimeAsync(100);
    expect(rows.value.map((row) => live.latest(row).status)).toEqual(['running', 'succeeded']);
    unmount();
  });

  it('stops when the page is left', async () => {
    const get = vi.fn(async () => task({ status: 'running' }));
    withinSetup(() => useLiveTasks(shallowRef([task({ status: 'running' })]), { get }, 100)).unmount();
    await vi.advanceTimersByTimeAsync(1000);
    expect(get).not.toHaveBeenCalled();
  });
});
