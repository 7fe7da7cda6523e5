// @vitest-environment node
import { describe, expect, it, vi } from 'vitest';
import { createApp, effectScope } from 'vue';
import type { HttpClient } from '../http/index.ts';
import { ApiError, httpKey } from '../http/index.ts';
import type { StartedTask, Task } from './task.ts';
import { useOperation } from './use-operation.ts';

const ended = (status: Task['status']): Task => ({
  taskId: 1,
  appCode: 'hello',
  kind: 'install',
  version: null,
  status,
  currentStep: null,
  progress: 100,
  logText: '',
  steps: [],
  report: null,
  failure: null,
  actor: null,
  createTime: '',
  updateTime: '',
});

const settle = () => new Promise((resolve) => setTimeout(resolve));

function mount(request: () => Promise<StartedTask>, status: Task['status'] = 'succeeded') {
  const http = {
    get: vi.fn().mockResolvedValueOnce({ ...ended('running') }),
    stream: vi.fn(async (_path: string, options: Parameters<HttpClient['stream']>[1]) => {
      options.onEvent({ event: 'end', data: JSON.stringify(ended(status)), id: undefined });
    }),
  };
  const onEnd = vi.fn();
  const app = createApp({});
  app.provide(httpKey, http as unknown as HttpClient);
  const scope = effectScope();
  const operation = app.runWithContext(() => scope.run(() => useOperation(request, onEnd)));
  if (!operation) throw new Error('no scope');
  return { operation, onEnd, http, leave: () => scope.stop() };
}

describe('useOperation', () => {
  it('reports an operation that ended before the first look', async () => {
    const { operation, onEnd, http } = mount(() => Promise.resolve({ taskId: 1 }));
    http.get.mockReset().mockResolvedValueOnce(ended('succeeded'));
    await operation.start();
    await settle();
    expect(operation.phase.value).toBe('succeeded');
    expect(onEnd).toHaveBeenCalledOnce();
  });

  it('goes from review to the end and reports it once', async () => {
    const { operation, onEnd } = mount(async () => ({ taskId: 1 }));
    expect(operation.phase.value).toBe('review');
    await operation.start();
    await settle();
    expect(operation.phase.value).toBe('succeeded');
    expect(onEnd).toHaveBeenCalledTimes(1);
  });

  it('reports the end also where its panel is gone by then', async () => {
    const { operation, onEnd, http, leave } = mount(async () => ({ taskId: 1 }));
    const gate = Promise.withResolvers<void>();
    const stream = http.stream.getMockImplementation();
    http.stream.mockImplementation(async (path, options) => {
      await gate.promise;
      if (!options.signal.aborted) await stream?.(path, options);
    });
    await operation.start();
    await settle();
    leave();
    gate.resolve();
    await settle();
    expect(onEnd).toHaveBeenCalledOnce();
  });

  it('starts once for repeated clicks', async () => {
    const request = vi.fn(
      () => new Promise<StartedTask>((resolve) => setTimeout(() => resolve({ taskId: 1 }), 5)),
    );
    const { operation } = mount(request);
    await Promise.all([operation.start(), operation.start()]);
    await settle();
    await operation.start();
    expect(request).toHaveBeenCalledTimes(1);
  });

  it('stays at the review with the reason of a refusal, and can be retried', async () => {
    const request = vi
      .fn<() => Promise<StartedTask>>()
      .mockRejectedValueOnce(new ApiError({ code: 'DEPENDENCY_MISSING', status: 409, message: 'needs pay' }))
      .mockResolvedValueOnce({ taskId: 1 });
    const { operation } = mount(request);
    await operation.start();
    expect(operation.phase.value).toBe('review');
    expect(operation.error.value).toMatchObject({ code: 'DEPENDENCY_MISSING' });
    await operation.start();
    expect(operation.error.value).toBeUndefined();
    expect(operation.phase.value).not.toBe('review');
  });

  it('names the operation that blocks it', async () => {
    const busy = new ApiError({ code: 'TASK_RUNNING', status: 409, message: 'busy', details: { taskId: 9 } });
    const { operation, http } = mount(() => Promise.reject(busy));
    await operation.start();
    expect(operation.runningTaskId.value).toBe(9);
    operation.follow(9);
    await settle();
    expect(http.get.mock.calls[0]?.[0]).toBe('/app/task/9');
    expect(operation.error.value).toBeUndefined();
  });

  it('loses a task that cannot be read, follows it again, and forgets it', async () => {
    const { operation, http } = mount(async () => ({ taskId: 1 }));
    const gone = new ApiError({ code: 'NETWORK_UNREACHABLE', status: 0, message: 'gone' });
    http.get.mockReset().mockRejectedValueOnce(gone).mockResolvedValueOnce(ended('succeeded'));
    await operation.start();
    await settle();
    expect([operation.phase.value, operation.error.value]).toEqual(['lost', gone]);
    operation.resume();
    await settle();
    expect([operation.phase.value, operation.error.value]).toEqual(['succeeded', undefined]);
    operation.reset();
    await settle();
    expect([operation.phase.value, operation.task.value]).toEqual(['review', undefined]);
  });

  it.each([
    ['TASK_RUNNING', { taskId: 'nine' }],
    ['TASK_RUNNING', undefined],
    ['OTHER', { taskId: 9 }],
  ])('names no operation for %s with %o', async (code, details) => {
    const { operation } = mount(() =>
      Promise.reject(new ApiError({ code, status: 409, message: 'x', details })),
    );
    await operation.start();
    expect(operation.runningTaskId.value).toBeUndefined();
    operation.reset();
    expect(operation.error.value).toBeUndefined();
  });

  it('can be started again after it failed', async () => {
    const request = vi.fn(async () => ({ taskId: 1 }));
    const { operation } = mount(request, 'failed');
    await operation.start();
    await settle();
    expect(operation.phase.value).toBe('failed');
    await operation.start();
    expect(request).toHaveBeenCalledTimes(2);
  });
});
