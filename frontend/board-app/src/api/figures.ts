import { useRuntime } from '../runtime.ts';

/** The part of `GET /mall/stat/overview` that the board shows. */
export interface ShopFigures {
  orders: number;
  salesCents: number;
  days: { statDate: string; orders: number; salesCents: number }[];
  statuses: { status: string; total: number }[];
}

export interface Shop extends ShopFigures {
  currency: string;
}

/** Number of members by level, and of those added in the period. */
export interface LevelCount {
  level: string;
  total: number;
  added: number;
}

export interface StatusCount {
  status: string;
  total: number;
}

/** Fallback for a shop without a currency. */
const CURRENCY = 'EUR';

/** Codes of the tenant's applications. */
export function listEnabledApps(): Promise<string[]> {
  return useRuntime().request.get('/app/runtime/enabled-apps');
}

export async function getShop(days: number, signal: AbortSignal): Promise<Shop> {
  const { request } = useRuntime();
  const [figures, site] = await Promise.all([
    request.get<ShopFigures>('/mall/stat/overview', { params: { days }, signal }),
    request
      .get<{ settings?: Record<string, string> }>('/open/mall/config', { signal })
      .catch(() => undefined),
  ]);
  return { ...figures, currency: site?.settings?.['currency'] || CURRENCY };
}

export function countMembers(days: number, signal: AbortSignal): Promise<LevelCount[]> {
  return useRuntime().request.get('/member/member/count', { params: { from: since(days) }, signal });
}

export function countItems(days: number, signal: AbortSignal): Promise<StatusCount[]> {
  return useRuntime().request.get('/hello/item/count', { params: { from: since(days) }, signal });
}

/** Midnight of the first of the last `days` days, including today. */
function since(days: number): string {
  const start = new Date();
  start.setHours(0, 0, 0, 0);
  start.setDate(start.getDate() - days + 1);
  return start.toISOString();
}
