import { flushPromises } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { ApiError } from '@/shared/http';
import { withinSetup } from '@/shared/testing/within-setup';
import type { FilesApi } from '../api/files-api.ts';
import { useUploads } from './use-uploads.ts';

const file = (name: string) => new File(['x'], name);

function setup() {
  const waiting: Array<PromiseWithResolvers<never>> = [];
  const upload = vi.fn<FilesApi['upload']>(() => {
    const next = Promise.withResolvers<never>();
    waiting.push(next);
    return next.promise;
  });
  const stored = vi.fn();
  const { result, unmount } = withinSetup(() => useUploads({ upload }, stored));
  return { ...result, upload, waiting, stored, unmount };
}

it('sends one file after the other, and says when each is stored', async () => {
  const { add, uploads, upload, waiting, stored } = setup();
  add([file('a'), file('b')], 'private');
  await flushPromises();
  expect(upload).toHaveBeenCalledTimes(1);
  upload.mock.calls[0]?.[2]({ loaded: 1, total: 2, percent: 50, rate: undefined, remaining: undefined });
  expect(uploads.map(({ percent }) => percent)).toEqual([50, 0]);
  waiting[0]?.resolve(undefined as never);
  await flushPromises();
  expect(stored).toHaveBeenCalledTimes(1);
  expect(uploads.map(({ file: { name } }) => name)).toEqual(['b']);
  expect(upload).toHaveBeenCalledTimes(2);
});

it('keeps a file that was refused until it is sent again or dismissed, and sends the next', async () => {
  const { add, retry, dismiss, uploads, upload, waiting } = setup();
  add([file('a'), file('b')], 'public');
  await flushPromises();
  waiting[0]?.reject(new Error('full'));
  await flushPromises();
  expect(uploads[0]).toMatchObject({ running: false, error: new Error('full') });
  waiting[1]?.resolve(undefined as never);
  await flushPromises();
  const [first] = uploads;
  if (!first) throw new Error('the refused file is gone');
  retry(first);
  await flushPromises();
  expect(upload).toHaveBeenCalledTimes(3);
  waiting[2]?.reject(new Error('full'));
  await flushPromises();
  dismiss(first);
  expect(uploads).toEqual([]);
});

it('ends with the page', async () => {
  const { add, upload, unmount } = setup();
  add([file('a'), file('b')], 'private');
  await flushPromises();
  unmount();
  expect(upload.mock.calls[0]?.[3].aborted).toBe(true);
  expect(upload).toHaveBeenCalledTimes(1);
});

it('shows a file that is sent again as running, and sends none that was dismissed meanwhile', async () => {
  const { add, retry, dismiss, uploads, upload, waiting } = setup();
  add([file('a'), file('b'), file('c')], 'public');
  await flushPromises();
  waiting[0]?.reject(new Error('full'));
  await flushPromises();
  const [first, , third] = uploads;
  if (!first || !third) throw new Error('files are gone');
  retry(first);
  expect(first).toMatchObject({ running: true, error: undefined });
  dismiss(third);
  waiting[1]?.resolve(undefined as never);
  await flushPromises();
  expect(upload.mock.calls.map(([{ name }]) => name)).toEqual(['a', 'b', 'a']);
});

it('says nothing of a file whose sending the page has ended', async () => {
  const { add, uploads, waiting } = setup();
  add([file('a')], 'private');
  await flushPromises();
  waiting[0]?.reject(new ApiError({ code: 'REQUEST_ABORTED', status: 0, message: 'ended' }));
  await flushPromises();
  expect(uploads[0]?.error).toBeUndefined();
});
