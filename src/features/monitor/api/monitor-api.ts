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
    /** The parts as one host reaches them, or the one that answers. */
    health: (nodeId: string | undefined, signal: AbortSignal) =>
      http.get<PlatformHealth>('/monitor/health', { params: { nodeId }, signal }),
    /** The work of one application, or of all; of one host, or of the one that is reached. */
    work: (appCode: string | undefined, nodeId: string | undefined, signal: AbortSignal) =>
      http.get<HostWork>('/monitor/work', { params: { appCode, nodeId }, signal }),
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
    /** Fails where the file of a host cannot be had: its download would not say why. */
    mayDiagnose: (kind: DiagnosisKind, nodeId: string | undefined) =>
      http.post<null>('/monitor/diagnosis', undefined, { params: { kind, nodeId } }),
  };
}

export type MonitorApi = ReturnType<typeof createMonitorApi>;

export type DiagnosisKind = 'profile' | 'heap';

/**
 * Address of a file, which the browser fetches itself: a snapshot is too large for the memory of a
 * page.
 *
 * @param seconds how long a profile watches
 */
export function diagnosisAddress(kind: DiagnosisKind, seconds: number, nodeId: string | undefined): string {
  const query = new URLSearchParams({
    ...(kind === 'profile' ? { seconds: String(seconds) } : {}),
    ...(nodeId === undefined ? {} : { nodeId }),
  });
  const address = kind === 'profile' ? '/prod-api/monitor/cpu-profile' : '/prod-api/monitor/heap-snapshot';
  return query.size > 0 ? `${address}?${query}` : address;
}
