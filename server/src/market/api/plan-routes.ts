import { installContracts } from '@platform/host-api';
import { defineRoute, type Route } from '../../kernel/index.ts';
import type { OperationPlanner } from '../operations/plan/operation-planner.ts';

/** design 2.3 */
export function planRoutes(planner: OperationPlanner): Route[] {
  return [
    defineRoute({
      ...installContracts.plan,
      handler: ({ body, tenantId }) => planner.plan({ ...body, tenantId: tenantId ?? '' }),
    }),
  ];
}
