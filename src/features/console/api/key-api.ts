import type { KnownKey } from '@platform/host-api';
import type { HttpClient, Page } from '@/shared/http';

export type { KnownKey };

export function createKeyApi(http: HttpClient) {
  return {
    list: (query: object, signal: AbortSignal): Promise<Page<KnownKey>> =>
      http.list<KnownKey>('/app/console/trusted-keys', query, { signal }),
  };
}
