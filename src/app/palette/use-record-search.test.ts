import { nextTick, ref } from 'vue';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withinSetup } from '@/shared/testing/within-setup';
import type { FoundRecord, RecordSource } from './record-sources.ts';
import { useRecordSearch } from './use-record-search.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const source = (key: string, search: RecordSource['search']): RecordSource => ({
  key,
  group: 'records',
  search,
});
const record = (title: string): FoundRecord => ({ id: title, title, context: 'User', to: '/' });

it('design 15.6: asks once the person pauses, and leaves out lists that are slow or fail', async () => {
  const text = ref('');
  const quick = vi.fn(async (wanted: string) => [record(wanted)]);
  const aborted: string[] = [];
  const slow = vi.fn(
    (wanted: string, signal: AbortSignal) =>
      new Promise<FoundRecord[]>(() => signal.addEventListener('abort', () => aborted.push(wanted))),
  );
  const sources = [
    source('users', quick),
    source('tenants', slow),
    source('roles', () => Promise.reject(new Error('offline'))),
  ];
  const { result, unmount } = withinSetup(() => useRecordSearch(text, () => sources));

  for (const typed of ['a', 'an', ' ann ']) {
    text.value = typed;
    await nextTick();
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(quick).not.toHaveBeenCalled();
  expect(result.searching.value).toBe(true);
  await vi.advanceTimersByTimeAsync(50);
  expect(quick).toHaveBeenCalledExactlyOnceWith('ann', expect.any(AbortSignal));
  expect(result.results.value).toEqual([]);
  await vi.advanceTimersByTimeAsync(300);
  expect(result.results.value.map(({ source: { key }, records }) => [key, records[0]?.title])).toEqual([
    ['users', 'ann'],
  ]);
  expect([result.leftOut.value, result.searching.value, aborted]).toEqual([
    ['tenants', 'roles'],
    false,
    ['ann'],
  ]);

  text.value = 'anna';
  await nextTick();
  expect(result.results.value).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(150);
  text.value = '';
  await nextTick();
  expect([result.results.value, result.leftOut.value, aborted]).toEqual([[], [], ['ann', 'anna']]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(result.results.value).toEqual([]);
  unmount();
});
