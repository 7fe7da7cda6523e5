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

/** The part of a list endpoint's query that every one takes; pages count from 1. */
export interface PageRequest {
  pageNum: number;
  pageSize: number;
  orderByColumn?: string;
  isAsc?: 'asc' | 'desc';
}

export interface PagedList<Row> {
  /** Bind its fields to a pager, then call `load` or `search`. */
  readonly page: PageRequest;
  /** Undefined until the first answer. */
  readonly rows: Readonly<ShallowRef<readonly Row[] | undefined>>;
  readonly total: Readonly<Ref<number>>;
  readonly loading: Readonly<Ref<boolean>>;
  /** What the last question failed with. */
  readonly error: Readonly<ShallowRef<Error | undefined>>;
  /** Nothing has been answered yet: time for a skeleton. */
  readonly firstLoad: ComputedRef<boolean>;
  /** Asks for the current page. */
  readonly load: () => Promise<void>;
  /** Asks for the first page. */
  readonly search: () => Promise<void>;
  /** Sorts by a column; without a direction in the server's own order. */
  readonly sort: (column: string | undefined, direction: 'asc' | 'desc' | undefined) => Promise<void>;
}

/**
 * A list that is searched, sorted and paged by the server. Only the answer to the last question counts: an earlier one that
 * comes late is dropped. After an error the rows that were there stay. Use within setup.
 * @param fetchRows asks the server; `signal` aborts when the answer is no longer wanted
 * @param filter the reactive object that the search form is bound to
 */
export function usePagedList<Row, Filter extends object>(
  fetchRows: (query: PageRequest & Filter, signal: AbortSignal) => Promise<ListResult<Row>>,
  filter: Filter,
): PagedList<Row> {
  const page = reactive<PageRequest>({ pageNum: 1, pageSize: 10 });
  const rows = shallowRef<readonly Row[]>();
  const total = ref(0);
  const loading = ref(false);
  const error = shallowRef<Error>();
  let running: AbortController | undefined;

  async function load(): Promise<void> {
    running?.abort();
    const question = (running = new AbortController());
    loading.value = true;
    try {
      const result = await fetchRows({ ...filter, ...page }, question.signal);
      if (question.signal.aborted) return;
      rows.value = result.rows;
      total.value = result.total;
      error.value = undefined;
      // Rows and the end of loading reach the screen together, unless another page has to be asked for.
      if (pageIsGone()) await loadLastPage();
    } catch (failure) {
      if (!question.signal.aborted) error.value = failure as Error;
    } finally {
      if (running === question) loading.value = false;
    }
  }

  /** The last row of the last page may have been deleted. */
  function pageIsGone(): boolean {
    return rows.value?.length === 0 && page.pageNum > 1 && total.value > 0;
  }

  function loadLastPage(): Promise<void> {
    page.pageNum = Math.ceil(total.value / page.pageSize);
    return load();
  }

  function search(): Promise<void> {
    page.pageNum = 1;
    return load();
  }

  function sort(column: string | undefined, direction: 'asc' | 'desc' | undefined): Promise<void> {
    page.orderByColumn = direction && column;
    page.isAsc = direction;
    return search();
  }

  onScopeDispose(() => running?.abort());
  const firstLoad = computed(() => rows.value === undefined && !error.value);
  return { page, rows, total, loading, error, firstLoad, load, search, sort };
}
