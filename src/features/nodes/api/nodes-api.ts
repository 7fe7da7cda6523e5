import type { PlatformNode } from '@platform/host-api';
import type { HttpClient, Page } from '@/shared/http';

export type { PlatformNode } from '@platform/host-api';

const nodes = '/system/nodes';

/** The endpoints of the platform's hosts (design 10.5). */
export function createNodesApi(http: HttpClient) {
  return {
    list: (query: object, signal: AbortSignal): Promise<Page<PlatformNode>> =>
      http.list<PlatformNode>(nodes, query, { signal }),
    drain: (nodeId: string) => http.post<null>(`${nodes}/${nodeId}/drain`),
    return: (nodeId: string) => http.post<null>(`${nodes}/${nodeId}/return`),
  };
}
