import { useHttp, type HttpClient, type Page, type PageQuery } from '@/shared/http';
import { pageIn, useAppTexts, type AppTranslator } from '@/shared/i18n/app-texts.ts';
import type { StartedTask } from '@/shared/tasks';
import type { Offer, OfferDetail, MarketSummary } from '@platform/host-api';

/** Parameters of `GET /app/market/list`. */
export interface MarketListRequest extends PageQuery {
  keyword: string | undefined;
  category: string | undefined;
  show: 'installed' | 'available' | 'updates' | undefined;
}

const started = { params: { async: true } };

/** The market's endpoints, with applications in the language of the shell. Use within setup. */
export const useMarketApi = () => createMarketApi(useHttp(), useAppTexts());

/** The market's endpoints (design 2.3). */
function createMarketApi(http: HttpClient, translated: AppTranslator) {
  return {
    async list(request: MarketListRequest, signal: AbortSignal): Promise<Page<Offer>> {
      return pageIn(await http.list<Offer>('/app/market/list', { ...request }, { signal }), translated);
    },
    summary: (signal: AbortSignal) => http.get<MarketSummary>('/app/market/list/summary', { signal }),
    /**
     * Address of the publisher's catalog; null for a market of applications that are published
     * here.
     */
    catalog: async (signal: AbortSignal) =>
      (await http.get<{ catalog: string | null }>('/app/market/source', { signal })).catalog,
    detail: async (appCode: string, signal: AbortSignal) =>
      translated(await http.get<OfferDetail>(`/app/market/${encodeURIComponent(appCode)}`, { signal })),
    /** @param withDependencies installs the applications that it requires first */
    install: (appCode: string, version: string, withDependencies: boolean) =>
      http.post<StartedTask>('/app/install', { appCode, version, withDependencies }, started),
    upgrade: (installId: number, version: string) =>
      http.post<StartedTask>(`/app/install/${installId}/upgrade`, { version }, started),
  };
}
