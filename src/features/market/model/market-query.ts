import type { LocationQuery, LocationQueryRaw } from 'vue-router';
import type { MarketListRequest } from '../api/market-api.ts';

export type MarketShow = 'installed' | 'available' | 'updates';

/** A search of the market, kept in the address of the page. */
export interface MarketQuery {
  text: string;
  category: string | undefined;
  /** Undefined shows everything. */
  show: MarketShow | undefined;
  /** Sorts by the time of publication, newest first, instead of by name. */
  newest: boolean;
  /** Counts from 1. */
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

/** The search of an address. Invalid parts count as missing. */
export function fromAddress(query: LocationQuery): MarketQuery {
  const valueOf = (name: string): string => {
    const value = query[name];
    return typeof value === 'string' ? value : '';
  };
  const page = Number(valueOf('page'));
  return {
    text: valueOf('q'),
    category: valueOf('category') || undefined,
    show: shows.find((show) => show === valueOf('show')),
    newest: valueOf('sort') === 'newest',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    pageSize: PAGE_SIZES.find((size) => size === Number(valueOf('size'))) ?? everything.pageSize,
  };
}

/** The query of an address: only the parts that differ from {@link everything}. */
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

/** The search as a request. */
export function toRequest(query: MarketQuery): MarketListRequest {
  const { text, category, show, newest, page, pageSize } = query;
  return {
    pageNum: page,
    pageSize,
    keyword: text.trim() || undefined,
    category,
    show,
    ...(newest ? { orderByColumn: 'releaseTime', isAsc: 'desc' as const } : {}),
  };
}

/** Whether the search leaves applications out. */
export function isNarrowed({ text, category, show }: MarketQuery): boolean {
  return text.trim() !== '' || category !== undefined || show !== undefined;
}
