import type { Online } from '@platform/host-api';
import type { HttpClient, Page } from '@/shared/http';

type Changed = Readonly<{ changed: number }>;

/** The endpoints of live sessions (design 2.2). */
export function createOnlineApi(http: HttpClient) {
  return {
    list: (query: object, signal: AbortSignal): Promise<Page<Online>> =>
      http.list<Online>('/system/online/list', query, { signal }),
    end: (ids: readonly number[]) => http.delete<Changed>(`/system/online/${ids.join(',')}`),
    /** All of a user, except the one that asks. */
    endOf: (userId: number) => http.delete<Changed>(`/system/online/user/${userId}`),
  };
}
