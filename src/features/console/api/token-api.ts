import type { CatalogToken, IssuedToken } from '@platform/host-api';
import type { HttpClient, Page } from '@/shared/http';

export type { CatalogToken, IssuedToken };

const url = '/app/console/catalog-token';

export function createTokenApi(http: HttpClient) {
  return {
    list: (query: object, signal: AbortSignal): Promise<Page<CatalogToken>> =>
      http.list<CatalogToken>(`${url}/list`, query, { signal }),
    /** @param expiresInDays none: it holds until it is revoked */
    issue: (name: string, expiresInDays: number | undefined) =>
      http.post<IssuedToken>(url, { name, ...(expiresInDays ? { expiresInDays } : {}) }),
    revoke: (tokenId: number) => http.post<CatalogToken>(`${url}/${tokenId}/revoke`, {}),
  };
}
