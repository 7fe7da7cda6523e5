import type { MaybeRefOrGetter, Ref, ShallowRef } from 'vue';
import { onScopeDispose, ref, shallowRef, toValue, watch } from 'vue';
import type { Page, PageQuery } from '../http/index.ts';
import { isAborted } from '../http/index.ts';

export interface Sort {
  column: string;
  direction: 'asc' | 'desc';
}

/** Loads one page of a list; `query` holds the filters beside page and order. */
export type PageLoader<Row> = (
  query: PageQuery & Record<string, unknown>,
  signal: AbortSignal,
) => Promise<Page<Row>>;

export interface PagedListOptions<Row> {
  load: PageLoader<Row>;
  /** A change goes back to the first page after `debounce` milliseconds. */
  filters?: MaybeRefOrGetter<Record<string, unknown>>;
  pageSize?: number;
  sort?: Sort;
  /** Default 200. */
  debounce?: number;
}

export interface PagedList<Row> {
  readonly rows: Readonly<ShallowRef<readonly Row[]>>;
  readonly total: Readonly<Ref<number>>;
  readonly loading: Readonly<Ref<boolean>>;
  readonly error: Readonly<ShallowRef<unknown>>;
  /** True once a page has arrived. */
  readonly ready: Readonly<Ref<boolean>>;
  readonly pageNum: Ref<number>;
  readonly pageSize: Ref<number>;
  readonly sort: ShallowRef<Sort | undefined>;
  reload(): Promise<void>;
  /** Ascending, descending, then the server's own order. */
  toggleSort(column: string): void;
}

/** State of a server-side paged, sorted and filtered list. The newest request wins; a page past the end falls back to the last. */
export function usePagedList<Row>(options: PagedListOptions<Row>): PagedList<Row> {
  const rows = shallowRef<readonly Row[]>([]);
  const total = ref(0);
  const loading = ref(true);
  const ready = ref(false);
  const error = shallowRef<unknown>();
  const pageNum = ref(1);
  const pageSize = ref(options.pageSize ?? 20);
  const sort = shallowRef(options.sort);
  let running: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function query(): PageQuery & Record<string, unknown> {
    const order = sort.value && { orderByColumn: sort.value.column, isAsc: sort.value.direction };
    return {
      ...meaningful(toValue(options.filters) ?? {}),
      pageNum: pageNum.value,
      pageSize: pageSize.value,
      ...order,
    };
  }

  async function reload() {
    clearTimeout(timer);
    running?.abort();
    const controller = new AbortController();
    running = controller;
    loading.value = true;
    try {
      const page = await options.load(query(), controller.signal);
      if (running !== controller) return;
      const last = Math.max(1, Math.ceil(page.total / pageSize.value));
      if (pageNum.value > last) {
        pageNum.value = last;
        return;
      }
      rows.value = page.rows;
      total.value = page.total;
      ready.value = true;
      error.value = undefined;
    } catch (failure) {
      if (running === controller && !isAborted(failure)) error.value = failure;
    } finally {
      if (running === controller) loading.value = false;
    }
  }

  function fromFirstPage() {
    if (pageNum.value === 1) void reload();
    else pageNum.value = 1;
  }

  watch(pageNum, () => void reload());
  watch([pageSize, sort], fromFirstPage);
  watch(
    () => JSON.stringify(meaningful(toValue(options.filters) ?? {})),
    () => {
      clearTimeout(timer);
      timer = setTimeout(fromFirstPage, options.debounce ?? 200);
    },
  );
  onScopeDispose(() => {
    clearTimeout(timer);
    running?.abort();
  });
  void reload();

  return {
    rows,
    total,
    loading,
    ready,
    error,
    pageNum,
    pageSize,
    sort,
    reload,
    toggleSort(column) {
      if (sort.value?.column !== column) sort.value = { column, direction: 'asc' };
      else sort.value = sort.value.direction === 'asc' ? { column, direction: 'desc' } : undefined;
    },
  };
}

function meaningful(filters: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(filters).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );
}
