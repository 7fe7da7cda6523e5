import { flushPromises } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { shallowRef } from 'vue';
import type { EventStreamOptions } from '@/shared/http';
import { withinSetup } from '@/shared/testing/within-setup';
import type { JobRunRecord } from '../api/job-task.ts';
import { useLiveRun } from './use-live-run.ts';

const record = (patch: Partial<JobRunRecord> = {}): JobRunRecord => ({
  logId: 7,
  jobId: 1,
  attempt: 1,
  status: 'running',
  message: null,
  logText: 'a\n',
  node: 'host-1',
  startTime: '2026-11-24T10:00:00.000Z',
  endTime: null,
  ...patch,
});

function setup(first: JobRunRecord) {
  const given = shallowRef(first);
  const streams: Array<EventStreamOptions & { settle: PromiseWithResolvers<void> }> = [];
  const follow = vi.fn((_logId: number, options: EventStreamOptions) => {
    const settle = Promise.withResolvers<void>();
    streams.push({ ...options, settle });
    return settle.promise;
  });
  const ended = vi.fn();
  const { result: run, unmount } = withinSetup(() => useLiveRun({ follow }, () => given.value, ended));
  const send = (event: string, data: unknown) =>
    streams[0]?.onEvent({ event, data: JSON.stringify(data), id: undefined });
  return { given, streams, follow, ended, run, send, unmount };
}

it('design 12: shows what a run logs as it comes, and tells its end once', async () => {
  const { given, streams, run, send, ended } = setup(record());
  send('run', record());
  send('log', { text: 'b\n' });
  expect(run.value.logText).toBe('a\nb\n');
  given.value = record({ status: 'stopping' });
  expect(run.value).toMatchObject({ status: 'stopping', logText: 'a\nb\n' });
  expect(send('end', record({ status: 'stopped' }))).toBe('end');
  expect(run.value.status).toBe('stopped');
  streams[0]?.settle.resolve();
  await flushPromises();
  expect(ended).toHaveBeenCalledOnce();
});

it('shows the record of the list where the stream is unavailable, and follows no run that has ended', async () => {
  const { given, streams, run, ended } = setup(record());
  streams[0]?.settle.reject(new Error('buffered'));
  await flushPromises();
  given.value = record({ logText: 'polled\n' });
  expect(run.value.logText).toBe('polled\n');
  expect(ended).toHaveBeenCalledOnce();
  expect(setup(record({ status: 'failed' })).follow).not.toHaveBeenCalled();
});

it('stops following when the page is left', () => {
  const { streams, unmount } = setup(record());
  unmount();
  expect(streams[0]?.signal.aborted).toBe(true);
});
