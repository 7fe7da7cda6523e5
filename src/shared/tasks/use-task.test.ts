// @vitest-environment node
import { describe, expect, it, vi } from 'vitest';
import { createApp, effectScope, nextTick, ref } from 'vue';
import type { EventStreamOptions, HttpClient } from '../http/index.ts';
import { ApiError, httpKey } from '../http/index.ts';
import type { Task } from './task.ts';
import { useTask } from './use-task.ts';

const task = (taskId: number, status: Task['status']): Task => ({ taskId, status }) as Task;
const settle = () => new Promise((resolve) => setTimeout(resolve));

/** Follows the task of an id; each read and each stream waits for its answer. */
function followed(first: number | undefined, withEnd = true) {
  const reads: Array<PromiseWithResolvers<Task> & { path: string; signal: AbortSignal }> = [];
  const streams: Array<PromiseWithResolvers<void> & { options: EventStreamOptions }> = [];
  const http = {
    get: (path: string, { signal }: { signal: AbortSignal }) => {
      const read = Object.assign(Promise.withResolvers<Task>(), { path, signal });
      reads.push(read);
      return read.promise;
    },
    stream: (_path: string, options: EventStreamOptions) => {
      const stream = Object.assign(Promise.withResolvers<void>(), { options });
      streams.push(stream);
      return stream.promise;
    },
  };
  const id = ref(first);
  const onEnd = vi.fn();
  const app = createApp({});
  app.provide(httpKey, http as unknown as HttpClient);
  const scope = effectScope();
  const result = app.runWithContext(() => scope.run(() => useTask(id, withEnd ? onEnd : undefined)));
  if (!result) throw new Error('There is no scope.');
  const end = (at: number, ended: Task) => {
    streams[at]?.options.onEvent({ event: 'end', data: JSON.stringify(ended), id: undefined });
    streams[at]?.resolve();
  };
  return { ...result, id, reads, streams, end, onEnd, scope };
}

describe('the task of an id', () => {
  it('is read at once, and loads until its first state', async () => {
    const { task: shown, loading, reads, end, onEnd } = followed(7);
    expect([loading.value, shown.value, reads[0]?.path]).toEqual([true, undefined, '/app/task/7']);
    reads[0]?.resolve(task(7, 'running'));
    await settle();
    expect([loading.value, shown.value?.status]).toEqual([false, 'running']);
    expect(onEnd).not.toHaveBeenCalled();
    end(0, task(7, 'succeeded'));
    await settle();
    expect(shown.value?.status).toBe('succeeded');
    expect(onEnd).toHaveBeenCalledExactlyOnceWith(task(7, 'succeeded'), true);
  });

  it('that has ended before was not seen running', async () => {
    const { reads, onEnd } = followed(7);
    reads[0]?.resolve(task(7, 'failed'));
    await settle();
    expect(onEnd).toHaveBeenCalledExactlyOnceWith(task(7, 'failed'), false);
    const quiet = followed(7, false);
    quiet.reads[0]?.resolve(task(7, 'failed'));
    await settle();
    expect([quiet.error.value, quiet.task.value?.status]).toEqual([undefined, 'failed']);
  });

  it('is none without an id, until there is one', async () => {
    const { task: shown, loading, reads, id } = followed(undefined);
    expect([loading.value, reads.length]).toEqual([false, 0]);
    id.value = 8;
    await nextTick();
    expect([loading.value, shown.value, reads[0]?.path]).toEqual([true, undefined, '/app/task/8']);
  });

  it('tells why it could not be read, and keeps what is shown while it is read again', async () => {
    const { task: shown, error, loading, reads, end, reload } = followed(7);
    reads[0]?.resolve(task(7, 'running'));
    await settle();
    end(0, task(7, 'failed'));
    await settle();
    reload();
    expect([shown.value?.status, loading.value]).toEqual(['failed', true]);
    const gone = new ApiError({ code: 'NETWORK_UNREACHABLE', status: 0, message: 'gone' });
    reads[1]?.reject(gone);
    await settle();
    expect([error.value, loading.value]).toEqual([gone, false]);
    reload();
    expect(error.value).toBeUndefined();
  });

  it('is left for another one: late answers of the first change nothing', async () => {
    const { task: shown, error, reads, id, onEnd, loading } = followed(7);
    id.value = 8;
    await nextTick();
    expect(reads[0]?.signal.aborted).toBe(true);
    reads[0]?.resolve(task(7, 'succeeded'));
    await settle();
    expect([shown.value, loading.value]).toEqual([undefined, true]);
    reads[1]?.resolve(task(8, 'failed'));
    await settle();
    expect(onEnd).toHaveBeenCalledExactlyOnceWith(task(8, 'failed'), false);
    id.value = 9;
    await nextTick();
    expect(shown.value).toBeUndefined();
    id.value = 10;
    await nextTick();
    reads[2]?.reject(new Error('late'));
    await settle();
    expect([error.value, loading.value]).toEqual([undefined, true]);
  });

  it('is no longer followed when its page is left', async () => {
    const { reads, streams, onEnd, scope, error } = followed(7);
    reads[0]?.resolve(task(7, 'running'));
    await settle();
    scope.stop();
    expect(streams[0]?.options.signal.aborted).toBe(true);
    streams[0]?.resolve();
    await settle();
    expect(reads).toHaveLength(1);
    expect(onEnd).not.toHaveBeenCalled();
    followed(undefined).scope.stop();
    const left = followed(7);
    left.reads[0]?.reject(new ApiError({ code: 'REQUEST_ABORTED', status: 0, message: 'left' }));
    await settle();
    expect([error.value, left.error.value]).toEqual([undefined, undefined]);
  });
});
