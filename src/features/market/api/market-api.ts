import type { HttpClient } from '@/shared/http';
import type { StartedTask } from '@/shared/tasks';
import type { MarketApp, MarketAppDetail } from './market-app.ts';

const started = { params: { async: true } };

/** The market's endpoints (design 2.3). */
export function createMarketApi(http: HttpClient) {
  return {
    /** All listed applications; the page searches among them as one types. */
    async list(signal: AbortSignal): Promise<readonly MarketApp[]> {
      const page = await http.list<MarketApp>('/app/market/list', { pageNum: 1, pageSize: 500 }, { signal });
      return page.rows;
    },
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
