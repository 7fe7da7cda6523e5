import type { HttpClient, Page } from '@/shared/http';

/** A key that packages are signed with (design 9.8-61). */
export interface KnownKey {
  keyId: string;
  /** SHA-256 in hexadecimal; null of a revoked key that the host does not have. */
  fingerprint: string | null;
  revoked: boolean;
  /** Saved versions that it has signed. */
  versions: number;
}

export function createKeyApi(http: HttpClient) {
  return {
    list: (query: object, signal: AbortSignal): Promise<Page<KnownKey>> =>
      http.list<KnownKey>('/app/console/trusted-keys', query, { signal }),
  };
}
