import type { LocationQuery, LocationQueryRaw } from 'vue-router';

export type MarketShow = 'installed' | 'available' | 'updates';

/** What someone looks for in the market; it stands in the address of the page. */
export interface MarketQuery {
  text: string;
  category: string | undefined;
  /** None: everything. */
  show: MarketShow | undefined;
  /** The latest published first; otherwise by name. */
  newest: boolean;
  /** From 1. */
  page: number;
  pageSize: number;
}

export const PAGE_SIZES = [24, 48, 96] as const;
const shows: readonly MarketShow[] = ['installed', 'available', 'updates'];

export const everything: MarketQuery = {
  text: '',
  category: undefined,
  show: undefined,
  newest: false,
  page: 1,
  pageSize: PAGE_SIZES[0],
};

/** What an address asks for; whatever does not fit counts as not said. */
export function fromAddress(query: LocationQuery): MarketQuery {
  const said = (name: string): string => {
    const value = query[name];
    return typeof value === 'string' ? value : '';
  };
  const page = Number(said('page'));
  return {
    text: said('q'),
    category: said('category') || undefined,
    show: shows.find((show) => show === said('show')),
    newest: said('sort') === 'newest',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    pageSize: PAGE_SIZES.find((size) => size === Number(said('size'))) ?? everything.pageSize,
  };
}

/** Only what differs from looking at everything. */
export function toAddress({ text, category, show, newest, page, pageSize }: MarketQuery): LocationQueryRaw {
  return {
    ...(text.trim() ? { q: text.trim() } : {}),
    ...(category ? { category } : {}),
    ...(show ? { show } : {}),
    ...(newest ? { sort: 'newest' } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
    ...(pageSize === everything.pageSize ? {} : { size: String(pageSize) }),
  };
}

/** Parameters of `GET /app/market/list`. */
export function toRequest({ text, category, show, newest, page, pageSize }: MarketQuery) {
  return {
    pageNum: page,
    pageSize,
    keyword: text.trim() || undefined,
    category,
    show,
    ...(newest ? { orderByColumn: 'releaseTime', isAsc: 'desc' as const } : {}),
  };
}

/** True where something is left out. */
export function isNarrowed({ text, category, show }: MarketQuery): boolean {
  return text.trim() !== '' || category !== undefined || show !== undefined;
}
