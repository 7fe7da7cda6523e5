import {
  computed,
  onScopeDispose,
  reactive,
  ref,
  shallowRef,
  type ComputedRef,
  type Ref,
  type ShallowRef,
} from 'vue';
import type { ListResult } from './runtime/request.ts';

/** Query parameters of every list endpoint; pages count from 1. */
export interface PageRequest {
  pageNum: number;
  pageSize: number;
  orderByColumn?: string;
  isAsc?: 'asc' | 'desc';
  /** Key of the row before the page, for lists that are paged by key. */
  after?: string;
}

export interface PagedList<Row> {
  /** Bind it to a pager, then call `load` or `search`. */
  readonly page: PageRequest;
  /** Undefined until the first response. */
  readonly rows: Readonly<ShallowRef<readonly Row[] | undefined>>;
  readonly total: Readonly<Ref<number>>;
  /** False where the list has more rows than `total`. */
  readonly totalExact: Readonly<Ref<boolean>>;
  /** Whether a page follows the current one. */
  readonly hasNext: Readonly<Ref<boolean>>;
  readonly loading: Readonly<Ref<boolean>>;
  /** Error of the last request. */
  readonly error: Readonly<ShallowRef<Error | undefined>>;
  /** Whether the first request is pending: show a skeleton. */
  readonly firstLoad: ComputedRef<boolean>;
  /** Loads the current page. */
  readonly load: () => Promise<void>;
  /** Loads the first page. */
  readonly search: () => Promise<void>;
  /** Sorts by a column; the server's order without a direction. */
  readonly sort: (column: string | undefined, direction: 'asc' | 'desc' | undefined) => Promise<void>;
}

/**
 * A list that the server searches, sorts and pages. Only the last request counts: responses of
 * earlier ones are dropped. Rows stay after an error. Use within setup.
 * @param fetchRows requests a page; `signal` aborts a superseded request
 * @param filter the reactive object of the search form
 */
export function usePagedList<Row, Filter extends object>(
  fetchRows: (query: PageRequest & Filter, signal: AbortSignal) => Promise<ListResult<Row>>,
  filter: Filter,
): PagedList<Row> {
  const page = reactive<PageRequest>({ pageNum: 1, pageSize: 10 });
  const rows = shallowRef<readonly Row[]>();
  const total = ref(0);
  const totalExact = ref(true);
  const hasNext = ref(false);
  /** Keys by the number of the page that begins after them. */
  let keys: Record<number, string> = {};
  const loading = ref(false);
  const error = shallowRef<Error>();
  let running: AbortController | undefined;

  async function load(): Promise<void> {
    running?.abort();
    const request = (running = new AbortController());
    loading.value = true;
    try {
      const key = keys[page.pageNum];
      const query = key === undefined ? page : { ...page, after: key };
      const result = await fetchRows({ ...filter, ...query }, request.signal);
      if (request.signal.aborted) return;
      rows.value = result.rows;
      total.value = result.total;
      totalExact.value = result.totalExact ?? true;
      if (result.next) keys[page.pageNum + 1] = result.next;
      hasNext.value =
        result.next === undefined ? page.pageNum * page.pageSize < result.total : result.next !== null;
      error.value = undefined;
      // Rows and the end of loading are set together, unless another page must be loaded.
      if (pageIsGone()) await loadLastPage();
    } catch (failure) {
      if (!request.signal.aborted) error.value = failure as Error;
    } finally {
      if (running === request) loading.value = false;
    }
  }

  /** The last row of the last page may have been deleted. */
  function pageIsGone(): boolean {
    return rows.value?.length === 0 && page.pageNum > 1 && total.value > 0;
  }

  function loadLastPage(): Promise<void> {
    page.pageNum = Math.min(page.pageNum - 1, Math.ceil(total.value / page.pageSize));
    return load();
  }

  function search(): Promise<void> {
    page.pageNum = 1;
    keys = {};
    return load();
  }

  function sort(column: string | undefined, direction: 'asc' | 'desc' | undefined): Promise<void> {
    page.orderByColumn = direction && column;
    page.isAsc = direction;
    return search();
  }

  onScopeDispose(() => running?.abort());
  const firstLoad = computed(() => rows.value === undefined && !error.value);
  return { page, rows, total, totalExact, hasNext, loading, error, firstLoad, load, search, sort };
}
