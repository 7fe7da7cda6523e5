import type { HttpClient, Page } from '@/shared/http';

/** An interface token, by which a user edition reads this publisher's catalog (spec: Authentication 5). */
export interface CatalogToken {
  tokenId: number;
  name: string;
  /** The first characters of the token. */
  tokenPrefix: string;
  expireTime: string | null;
  lastUsedTime: string | null;
  lastUsedIp: string | null;
  revokedTime: string | null;
  issuedBy: string | null;
  createTime: string;
}

/** With the token itself, which is told once. */
export interface IssuedToken extends CatalogToken {
  token: string;
}

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
