// @vitest-environment node
import { describe, expect, it, vi } from 'vitest';
import type { EventStreamOptions } from '../http/index.ts';
import { ApiError } from '../http/index.ts';
import { followTask } from './follow-task.ts';
import type { Task } from './task.ts';
import type { TasksApi } from './tasks-api.ts';

const task = (patch: Partial<Task> = {}): Task => ({
  taskId: 7,
  appCode: 'hello',
  kind: 'install',
  version: null,
  status: 'running',
  currentStep: null,
  progress: 0,
  logText: '',
  steps: [],
  report: null,
  failure: null,
  actor: null,
  createTime: '',
  updateTime: '',
  ...patch,
});

function fakeApi(reads: readonly Task[], stream: (options: EventStreamOptions) => Promise<void>) {
  let read = 0;
  const get = vi.fn(async () => reads[Math.min(read++, reads.length - 1)] ?? task());
  const streamed = vi.fn((_id: number, options: EventStreamOptions) => stream(options));
  return { list: vi.fn(), get, stream: streamed } as unknown as TasksApi & {
    get: typeof get;
    stream: typeof streamed;
  };
}

const unreachable = () =>
  Promise.reject(new ApiError({ code: 'NETWORK_UNREACHABLE', status: 0, message: 'gone' }));

function follow(api: TasksApi, signal = new AbortController().signal) {
  const seen: Task[] = [];
  const done = followTask({ api, taskId: 7, signal, pollInterval: 1, onChange: (next) => seen.push(next) });
  return { seen, done };
}

describe('followTask', () => {
  it('does not open a stream for a finished task', async () => {
    const api = fakeApi([task({ status: 'succeeded' })], unreachable);
    expect((await follow(api).done).status).toBe('succeeded');
    expect(api.stream).not.toHaveBeenCalled();
  });

  it('follows the stream to its end', async () => {
    const answers: unknown[] = [];
    const api = fakeApi([task()], async (options) => {
      const send = (event: string, data: unknown) =>
        answers.push(options.onEvent({ event, data: JSON.stringify(data), id: undefined }));
      send('progress', { progress: 50 });
      send('end', task({ status: 'succeeded', progress: 100 }));
    });
    const { seen, done } = follow(api);
    expect((await done).status).toBe('succeeded');
    expect(seen.map((view) => view.progress)).toEqual([0, 50, 100]);
    expect(answers).toEqual([undefined, 'end']);
    expect(api.get).toHaveBeenCalledTimes(1);
  });

  it('polls the task without a stream', async () => {
    const api = fakeApi(
      [task(), task({ progress: 40 }), task({ status: 'failed', progress: 60 })],
      unreachable,
    );
    const { seen, done } = follow(api);
    expect((await done).status).toBe('failed');
    expect(seen.map((view) => view.progress)).toEqual([0, 40, 60]);
  });

  it('pauses between two looks, and not after the last', async () => {
    vi.useFakeTimers();
    const api = fakeApi([task(), task(), task({ status: 'failed' })], unreachable);
    const { signal } = new AbortController();
    const done = followTask({ api, taskId: 7, signal, onChange: () => undefined });
    await vi.advanceTimersByTimeAsync(1_499);
    expect(api.get).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(api.get).toHaveBeenCalledTimes(3);
    expect(vi.getTimerCount()).toBe(0);
    expect((await done).status).toBe('failed');
    vi.useRealTimers();
  });

  it('reads the task again when the stream ended without an outcome', async () => {
    const api = fakeApi([task(), task({ status: 'succeeded' })], () => Promise.resolve());
    expect((await follow(api).done).status).toBe('succeeded');
  });

  it('stops when its page is left', async () => {
    const controller = new AbortController();
    const api = fakeApi([task()], async () => controller.abort());
    await follow(api, controller.signal).done;
    expect(api.get).toHaveBeenCalledTimes(1);
  });

  it('stops in a pause when its page is left', async () => {
    const controller = new AbortController();
    const api = fakeApi([task()], unreachable);
    const options = { api, taskId: 7, signal: controller.signal, pollInterval: 600_000 };
    const done = followTask({ ...options, onChange: () => undefined });
    await vi.waitFor(() => expect(api.get).toHaveBeenCalledTimes(2));
    controller.abort();
    expect((await done).status).toBe('running');
    expect(api.get).toHaveBeenCalledTimes(2);
  });

  it('throws when the task cannot be read', async () => {
    const api = fakeApi([], unreachable);
    api.get.mockRejectedValueOnce(new ApiError({ code: 'TASK_NOT_FOUND', status: 404, message: 'none' }));
    await expect(follow(api).done).rejects.toMatchObject({ code: 'TASK_NOT_FOUND' });
  });
});
