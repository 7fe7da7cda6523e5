import type { ListResult } from '@platform/remote-app';
import { flushPromises } from '@vue/test-utils';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ref } from 'vue';
import { withinSetup } from '../testing/within-setup.ts';
import type { Filters, PageLoader } from './data-table.ts';
import { useTable } from './use-table.ts';

const page = (total: number): ListResult<number> => ({ total, rows: [1] });
const loader = () => vi.fn<PageLoader<number>>(async () => page(100));
const table = (load: PageLoader<number>, filters: () => Filters = () => ({})) =>
  withinSetup(() => useTable({ load, filters, pageSize: 20 }));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("sorts ascending, descending and in the server's order, each from the first page", async () => {
  const load = loader();
  const { result } = table(load);
  await flushPromises();
  result.page.pageNum = 3;
  for (let press = 0; press < 3; press += 1) {
    result.toggleSort('name');
    await flushPromises();
  }
  const queries = load.mock.calls.slice(1).map(([query]) => query);
  expect(queries.map(({ pageNum, orderByColumn, isAsc }) => [pageNum, orderByColumn, isAsc])).toEqual([
    [1, 'name', 'asc'],
    [1, 'name', 'desc'],
    [1, undefined, undefined],
  ]);
});

it('starts another column ascending', async () => {
  const load = loader();
  const { result } = table(load);
  result.toggleSort('name');
  result.toggleSort('size');
  await flushPromises();
  expect(result.order.value).toEqual({ column: 'size', direction: 'asc' });
});

it('debounces typing, omits empty filters and returns to the first page', async () => {
  const load = loader();
  const filters = ref<Filters>({ name: '', status: undefined });
  const { result } = table(load, () => filters.value);
  await flushPromises();
  expect(result.filtered.value).toBe(false);
  result.page.pageNum = 2;
  for (const name of ['h', 'he', ' hel ', 'hal']) {
    filters.value = { name, status: undefined };
    await flushPromises();
  }
  await vi.advanceTimersByTimeAsync(149);
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(load).toHaveBeenCalledTimes(2);
  expect(load.mock.lastCall?.[0]).toEqual({ pageNum: 1, pageSize: 20, name: 'hal' });
  expect(result.filtered.value).toBe(true);
});

it.each<[string, Filters, Filters]>([
  ['a choice', {}, { status: 'open' }],
  ['another choice', { status: 'open' }, { status: 'closed' }],
  ['a number', { size: 1 }, { size: 2 }],
  ['a pasted text', { name: 'a' }, { name: 'a whole name' }],
  ['a text that is cleared', { name: 'long' }, {}],
  ['several at once', { name: 'a', status: 'b' }, {}],
])('applies %s at once', async (_what, before, after) => {
  const load = loader();
  const filters = ref<Filters>(before);
  table(load, () => filters.value);
  await flushPromises();
  filters.value = after;
  await flushPromises();
  expect(load).toHaveBeenCalledTimes(2);
  expect(load.mock.lastCall?.[0]).toEqual({ pageNum: 1, pageSize: 20, ...after });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(load).toHaveBeenCalledTimes(2);
});

it('keeps the filter values 0 and false', async () => {
  const load = loader();
  table(load, () => ({ status: 0, low: false, name: '  ' }));
  await flushPromises();
  expect(load.mock.lastCall?.[0]).toEqual({ pageNum: 1, pageSize: 20, status: 0, low: false });
});

it('loads nothing more after its page is unmounted', async () => {
  const load = loader();
  const filters = ref<Filters>({});
  const { unmount } = table(load, () => filters.value);
  await flushPromises();
  filters.value = { name: 'x' };
  await flushPromises();
  unmount();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(load).toHaveBeenCalledTimes(1);
});
