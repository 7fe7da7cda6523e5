import type { IncidentRecord, PlatformNode } from '@platform/host-api';
import type { HttpClient, Page } from '@/shared/http';

export type { PlatformNode } from '@platform/host-api';

const nodes = '/system/nodes';

/** The endpoints of the platform's hosts (design 10.5). */
export function createNodesApi(http: HttpClient) {
  return {
    list: (query: object, signal: AbortSignal): Promise<Page<PlatformNode>> =>
      http.list<PlatformNode>(nodes, query, { signal }),
    /** All hosts: what sets one apart is seen beside the others. */
    all: async (signal: AbortSignal): Promise<readonly PlatformNode[]> =>
      (await http.list<PlatformNode>(nodes, { pageNum: 1, pageSize: 500 }, { signal })).rows,
    incidents(hostId: string, query: object, signal: AbortSignal): Promise<Page<IncidentRecord>> {
      const ofHost: object = { ...query, host: hostId };
      return http.list<IncidentRecord>('/app/incident/list', ofHost, { signal });
    },
    drain: (nodeId: string) => http.post<null>(`${nodes}/${nodeId}/drain`),
    return: (nodeId: string) => http.post<null>(`${nodes}/${nodeId}/return`),
  };
}

export type NodesApi = ReturnType<typeof createNodesApi>;
