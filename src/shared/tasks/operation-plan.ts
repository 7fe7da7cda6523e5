import type { PlanRequest } from '@platform/host-api';

export type { ApplicationData, OperationPlan } from '@platform/host-api';

/** The console plans a deployment, the tenant's installations everything else. */
export type PlannedRequest = PlanRequest | { action: 'deploy'; versionId: number };
