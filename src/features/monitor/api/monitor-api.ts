import type {
  CacheState,
  HostWork,
  IncidentRecord,
  LoggerState,
  PlatformHealth,
  PlatformNode,
} from '@platform/host-api';
import type { HttpClient, Page } from '@/shared/http';

/** The endpoints of the page (design 12). */
export function createMonitorApi(http: HttpClient) {
  return {
    nodes: async (signal: AbortSignal): Promise<readonly PlatformNode[]> =>
      (await http.list<PlatformNode>('/system/nodes', { pageNum: 1, pageSize: 100 }, { signal })).rows,
    health: (signal: AbortSignal) => http.get<PlatformHealth>('/monitor/health', { signal }),
    /** The work of one application, or of all. */
    work: (appCode: string | undefined, signal: AbortSignal) =>
      http.get<HostWork>('/monitor/work', { params: { appCode }, signal }),
    cache: (signal: AbortSignal) => http.get<CacheState>('/monitor/cache', { signal }),
    clearCache: (prefix: string) => http.delete<null>('/monitor/cache', { params: { prefix } }),
    loggers: (signal: AbortSignal) => http.get<readonly LoggerState[]>('/monitor/loggers', { signal }),
    setLogger: (name: string, level: string | null, duration?: string) =>
      http.put<null>(`/monitor/loggers/${encodeURIComponent(name)}`, {
        level,
        ...(duration ? { for: duration } : {}),
      }),
    incidents: (query: object, signal: AbortSignal): Promise<Page<IncidentRecord>> =>
      http.list<IncidentRecord>('/app/incident/list', query, { signal }),
    mayDiagnose: () => http.post<null>('/monitor/diagnosis'),
  };
}

export type MonitorApi = ReturnType<typeof createMonitorApi>;

/** Files are fetched by the browser itself: a snapshot is too large for the memory of a page. */
export const diagnosisAddress = {
  heap: '/prod-api/monitor/heap-snapshot',
  profile: (seconds: number) => `/prod-api/monitor/cpu-profile?seconds=${seconds}`,
};
