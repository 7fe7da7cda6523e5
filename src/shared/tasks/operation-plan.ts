export type { ApplicationData, OperationPlan, PlanRequest } from '@platform/host-api';
