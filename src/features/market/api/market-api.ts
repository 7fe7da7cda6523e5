import type { HttpClient, Page } from '@/shared/http';
import type { StartedTask } from '@/shared/tasks';
import { toRequest, type MarketQuery } from '../model/market-query.ts';
import type { MarketApp, MarketAppDetail, MarketSummary } from './market-app.ts';

const started = { params: { async: true } };

/** The market's endpoints (design 2.3). */
export function createMarketApi(http: HttpClient) {
  return {
    list: (query: MarketQuery, signal: AbortSignal): Promise<Page<MarketApp>> =>
      http.list<MarketApp>('/app/market/list', toRequest(query), { signal }),
    summary: (signal: AbortSignal) => http.get<MarketSummary>('/app/market/list/summary', { signal }),
    /** Address of the publisher's catalog that the market is read from; null for what is published here. */
    catalog: async (signal: AbortSignal) =>
      (await http.get<{ catalog: string | null }>('/app/market/source', { signal })).catalog,
    detail: (appCode: string, signal: AbortSignal) =>
      http.get<MarketAppDetail>(`/app/market/${encodeURIComponent(appCode)}`, { signal }),
    /** @param withDependencies what it needs is installed first */
    install: (appCode: string, version: string, withDependencies: boolean) =>
      http.post<StartedTask>('/app/install', { appCode, version, withDependencies }, started),
    upgrade: (installId: number, version: string) =>
      http.post<StartedTask>(`/app/install/${installId}/upgrade`, { version }, started),
  };
}
