import type { LoginLog, OperationDetail, OperationLog } from '@platform/host-api';
import { exportAddress, type HttpClient, type Page } from '@/shared/http';

export type { LoginLog, OperationDetail, OperationLog };

/** Addresses of the two logs. */
export type LogPath = '/system/operLog' | '/system/loginLog';

/** The endpoints of a log (design 2.2, 12). */
export function createLogApi<Row, Detail = Row>(http: HttpClient, path: LogPath) {
  return {
    list: (query: object, signal: AbortSignal): Promise<Page<Row>> =>
      http.list<Row>(`${path}/list`, query, { signal }),
    get: (id: number, signal: AbortSignal) => http.get<Detail>(`${path}/${id}`, { signal }),
    remove: (ids: readonly number[]) => http.delete<{ changed: number }>(`${path}/${ids.join(',')}`),
    /** @param before removes older entries only */
    clear: (before: string | undefined) =>
      http.delete<{ changed: number }>(`${path}/clean`, { params: before ? { before } : {} }),
    /** Address of the whole list as a file. */
    exportAddress: exportAddress(path),
  };
}

/** Rules that remove entries of a log. */
export type LogRemover = Pick<ReturnType<typeof createLogApi>, 'remove' | 'clear'>;
