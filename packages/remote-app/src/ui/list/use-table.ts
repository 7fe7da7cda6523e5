import { usePagedList, type PagedList } from '@platform/remote-app';
import { computed, onScopeDispose, shallowRef, watch, type ComputedRef } from 'vue';
import { meaningful, type Filters, type PageLoader, type Sort } from './data-table.ts';
import { TYPING_PAUSE } from './typing-pause.ts';
import type { ListPlace, Place } from './use-list-place.ts';

export interface TableOptions<Row> {
  load: PageLoader<Row>;
  filters: () => Filters;
  pageSize: number;
  sort?: Sort | undefined;
  /** Where the address of the page names page and order. */
  place?: ListPlace | undefined;
}

export interface Table<Row> extends PagedList<Row> {
  readonly order: ComputedRef<Sort | undefined>;
  readonly filtered: ComputedRef<boolean>;
  /** Ascending, descending, then the server's own order. */
  readonly toggleSort: (column: string) => void;
  /** Orders the list; undefined is the server's own order. */
  readonly orderBy: (sort: Sort | undefined) => void;
}

/** A paged list that loads at once and follows its filters, page and order. Use within setup. */
export function useTable<Row>(options: TableOptions<Row>): Table<Row> {
  const { load, filters, pageSize, place } = options;
  const applied = () => meaningful(filters());
  const list = usePagedList<Row, object>(async (query, signal) => {
    const found = await load({ ...applied(), ...query }, signal);
    return { ...found, rows: [...found.rows] };
  }, {});
  const { pageNum, sort }: Place = place?.read() ?? { pageNum: 1, sort: options.sort };
  const order = shallowRef(sort);
  let timer: ReturnType<typeof setTimeout> | undefined;

  list.page.pageNum = pageNum;
  list.page.pageSize = pageSize;
  list.page.orderByColumn = sort?.column;
  list.page.isAsc = sort?.direction;

  const isOrdered = (by: Sort | undefined): boolean =>
    by?.column === order.value?.column && by?.direction === order.value?.direction;

  function orderBy(wanted: Sort | undefined): void {
    if (isOrdered(wanted)) return;
    clearTimeout(timer);
    order.value = wanted;
    void list.sort(wanted?.column, wanted?.direction);
  }

  function toggleSort(column: string): void {
    if (order.value?.column !== column) orderBy({ column, direction: 'asc' });
    else orderBy(order.value.direction === 'asc' ? { column, direction: 'desc' } : undefined);
  }

  function goTo(page: number): void {
    if (list.page.pageNum === page) return;
    list.page.pageNum = page;
    void list.load();
  }

  /** Keys of former pages are forgotten, so that the first page comes before another. */
  function search(first: number): void {
    void list.search();
    goTo(first);
  }

  place?.follow(
    () => ({ pageNum: list.page.pageNum, sort: order.value }),
    (wanted) => {
      orderBy(wanted.sort);
      goTo(wanted.pageNum);
    },
  );
  watch(
    () => JSON.stringify(applied()),
    (now, before) => {
      clearTimeout(timer);
      if (isTyped(JSON.parse(before) as Filters, JSON.parse(now) as Filters))
        timer = setTimeout(() => search(1), TYPING_PAUSE);
      else search(place?.firstPage() ?? 1);
    },
  );
  onScopeDispose(() => clearTimeout(timer));
  void list.load();
  const filtered = computed(() => Object.keys(applied()).length > 0);
  return { ...list, order: computed(() => order.value), filtered, toggleSort, orderBy };
}

/** One key has changed a text; all else is chosen, pasted or cleared, and complete at once. */
function isTyped(before: Filters, now: Filters): boolean {
  const [key, ...others] = Object.keys({ ...before, ...now }).filter((each) => before[each] !== now[each]);
  if (key === undefined || others.length > 0) return false;
  const [former = '', text = ''] = [before[key], now[key]];
  return typeof former === 'string' && typeof text === 'string' && Math.abs(text.length - former.length) <= 1;
}
