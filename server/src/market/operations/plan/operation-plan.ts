import type { PlanRequest as RequestedPlan } from '@platform/host-api';

export type { OperationPlan, PlannedAction } from '@platform/host-api';

export interface PlanRequest extends RequestedPlan {
  readonly tenantId: string;
}
