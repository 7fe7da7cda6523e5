import { nodeContracts } from '@platform/host-api';
import { defineRoute, ofPlatformTenant, type Route } from '../kernel/index.ts';
import type { NodeRegistry } from './node-registry.ts';

/** `/system/nodes`, for those who operate the platform. (design 10.5) */
export function nodeRoutes(nodes: NodeRegistry): Route[] {
  return ofPlatformTenant([
    defineRoute({
      ...nodeContracts.list,
      handler: async ({ page: { pageNum, pageSize } }) => {
        const all = await nodes.list();
        return { total: all.length, rows: all.slice((pageNum - 1) * pageSize, pageNum * pageSize) };
      },
    }),
    defineRoute({
      ...nodeContracts.drain,
      audit: 'Take a host out of service',
      handler: ({ params }) => nodes.setDraining(params.nodeId, true),
    }),
    defineRoute({
      ...nodeContracts.return,
      audit: 'Return a host to service',
      handler: ({ params }) => nodes.setDraining(params.nodeId, false),
    }),
  ]);
}
