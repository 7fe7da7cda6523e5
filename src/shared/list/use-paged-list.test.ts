import { flushPromises } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ref } from 'vue';
import type { Page } from '../http/index.ts';
import { withinSetup } from '../testing/within-setup.ts';
import type { PageLoader } from './use-paged-list.ts';
import { usePagedList } from './use-paged-list.ts';

const page = (total: number, rows: number[] = [1]): Page<number> => ({ total, rows });

describe('usePagedList', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('asks for the first page, then for the one chosen', async () => {
    const load = vi.fn<PageLoader<number>>(async () => page(50));
    const { result } = withinSetup(() => usePagedList({ load }));
    await flushPromises();
    expect(result.ready.value).toBe(true);
    result.pageNum.value = 2;
    await flushPromises();
    expect(load.mock.calls.map(([query]) => query)).toEqual([
      { pageNum: 1, pageSize: 20 },
      { pageNum: 2, pageSize: 20 },
    ]);
  });

  it('goes through ascending, descending and the own order, each from the first page', async () => {
    const load = vi.fn<PageLoader<number>>(async () => page(100));
    const { result } = withinSetup(() => usePagedList({ load }));
    result.pageNum.value = 3;
    await flushPromises();
    for (let press = 0; press < 3; press += 1) {
      result.toggleSort('name');
      await flushPromises();
    }
    expect(
      load.mock.calls.slice(2).map(([query]) => [query.pageNum, query.orderByColumn, query.isAsc]),
    ).toEqual([
      [1, 'name', 'asc'],
      [1, 'name', 'desc'],
      [1, undefined, undefined],
    ]);
  });

  it('waits until typing pauses, leaves empty filters out and returns to the first page', async () => {
    const load = vi.fn<PageLoader<number>>(async () => page(100));
    const filters = ref({ name: '', status: undefined as string | undefined });
    const { result } = withinSetup(() => usePagedList({ load, filters }));
    result.pageNum.value = 2;
    await flushPromises();
    for (const name of ['h', 'he', 'hel']) {
      filters.value = { name, status: undefined };
      await flushPromises();
    }
    expect(load).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(200);
    expect(load).toHaveBeenCalledTimes(3);
    expect(load.mock.lastCall?.[0]).toEqual({ pageNum: 1, pageSize: 20, name: 'hel' });
  });

  it('lets the newest request win and gives up the one before', async () => {
    const answers: Array<(value: Page<number>) => void> = [];
    const signals: AbortSignal[] = [];
    const load: PageLoader<number> = (_query, signal) => {
      signals.push(signal);
      return new Promise((resolve) => answers.push(resolve));
    };
    const { result } = withinSetup(() => usePagedList({ load }));
    void result.reload();
    answers[1]?.(page(1, [2]));
    answers[0]?.(page(1, [1]));
    await flushPromises();
    expect(result.rows.value).toEqual([2]);
    expect(signals[0]?.aborted).toBe(true);
  });

  it('falls back to the last page when rows have gone', async () => {
    const load = vi.fn<PageLoader<number>>(async ({ pageNum }) => (pageNum > 1 ? page(20, []) : page(20)));
    const { result } = withinSetup(() => usePagedList({ load }));
    await flushPromises();
    result.pageNum.value = 2;
    await flushPromises();
    expect(result.pageNum.value).toBe(1);
    expect(result.rows.value).toEqual([1]);
  });

  it('keeps the rows beside an error, and clears it with the next success', async () => {
    const load = vi.fn<PageLoader<number>>(async () => page(1));
    const { result, unmount } = withinSetup(() => usePagedList({ load }));
    await flushPromises();
    load.mockRejectedValueOnce(new Error('down'));
    await result.reload();
    expect(result.error.value).toEqual(new Error('down'));
    expect(result.rows.value).toEqual([1]);
    await result.reload();
    expect(result.error.value).toBeUndefined();
    unmount();
  });
});
