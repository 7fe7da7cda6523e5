import type { ListResult } from '@platform/remote-app';
import { computed, onScopeDispose, reactive, ref, shallowRef } from 'vue';

export interface PageRequest {
  pageNum: number;
  pageSize: number;
  orderByColumn?: string;
  isAsc?: 'asc' | 'desc';
}

/**
 * A list that is searched, sorted and paged by the server. Only the answer to the last question counts: an earlier one that
 * comes late is dropped. After an error the rows that were there stay.
 */
export function usePagedList<Row, Filter extends object>(
  fetchRows: (query: PageRequest & Filter, signal: AbortSignal) => Promise<ListResult<Row>>,
  filter: Filter,
) {
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
      await stepBackFromEmptyPage();
    } catch (failure) {
      if (!question.signal.aborted) error.value = failure as Error;
    } finally {
      if (running === question) loading.value = false;
    }
  }

  /** The last row of the last page may have been deleted. */
  async function stepBackFromEmptyPage(): Promise<void> {
    if (rows.value?.length !== 0 || page.pageNum === 1 || total.value === 0) return;
    page.pageNum = Math.ceil(total.value / page.pageSize);
    await load();
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
