import { nextTick, watch } from 'vue';
import type { Sort } from './data-table.ts';
import { usePageQuery } from './page-query.ts';

/** The shown page of a list, and its order. */
export interface Place {
  readonly pageNum: number;
  readonly sort: Sort | undefined;
}

export interface ListPlace {
  /** The place that the address names. */
  readonly read: () => Place;
  /** The page that changed filters begin with: that of the address that brought them. */
  readonly firstPage: () => number;
  /** Keeps the place in the address, and goes to the place of an address that somebody opens. */
  readonly follow: (shown: () => Place, go: (place: Place) => void) => void;
}

/**
 * Keeps page and order of a page's list in its address, beside the filters: `?page=3&sort=-name`.
 * Use within setup.
 * @param initial order of the list without `sort`; an empty `sort` is the server's own order
 * @param sorts whether the list can be sorted by a column
 */
export function useListPlace(
  initial: () => Sort | undefined,
  sorts: (column: string) => boolean,
): ListPlace | undefined {
  const query = usePageQuery();
  if (!query) return undefined;
  let arriving = false;
  const read = (): Place => ({ pageNum: pageOf(query.read('page')), sort: sortOf(query.read('sort')) });

  function sortOf(text: string | undefined): Sort | undefined {
    if (text === '') return undefined;
    const column = text?.replace(/^-/, '');
    if (text === undefined || column === undefined || !sorts(column)) return initial();
    return { column, direction: text === column ? 'asc' : 'desc' };
  }

  function follow(shown: () => Place, go: (place: Place) => void): void {
    watch(
      () => written(shown(), initial()),
      ({ page, sort }, before) => {
        if (page !== before.page || sort !== before.sort) query?.write({ page, sort });
      },
    );
    watch(
      () => [query?.isOwn(), query?.read('page'), query?.read('sort')],
      () => {
        if (!query?.isOwn() || query.isWriting()) return;
        arriving = true;
        void nextTick(() => (arriving = false));
        go(read());
      },
    );
  }

  return { read, firstPage: () => (arriving ? read().pageNum : 1), follow };
}

function pageOf(text: string | undefined): number {
  const page = Number(text ?? 1);
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}

interface Written {
  readonly page: string | undefined;
  readonly sort: string | undefined;
}

function written({ pageNum, sort }: Place, initial: Sort | undefined): Written {
  const text = sortText(sort);
  return {
    page: pageNum === 1 ? undefined : String(pageNum),
    sort: text === sortText(initial) ? undefined : text,
  };
}

const sortText = (sort: Sort | undefined): string =>
  sort ? `${sort.direction === 'desc' ? '-' : ''}${sort.column}` : '';
