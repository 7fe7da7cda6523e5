import { DEFAULT_TENANT } from '../../../kernel/index.ts';
import { enabledManifests } from '../enabled.ts';
import { dependentsOf } from '../requirements.ts';
import type { OperationServices } from '../services.ts';
import type { OperationPlan } from './operation-plan.ts';

/** Enabled applications of these tenants that need one, each once. */
export async function dependentsIn(
  services: OperationServices,
  tenantIds: readonly string[],
  appCode: string,
): Promise<OperationPlan['dependents']> {
  const found = new Map<string, OperationPlan['dependents'][number]>();
  for (const tenantId of tenantIds) {
    for (const dependent of dependentsOf(appCode, await enabledManifests(services, tenantId))) {
      found.set(dependent.appCode, dependent);
    }
  }
  return [...found.values()];
}

/** One tenant does not learn who the others are; the platform's operator does. (design 9.2-10) */
export function affected(others: readonly string[], tenantId: string): OperationPlan['tenants'] {
  return { total: others.length, tenantIds: tenantId === DEFAULT_TENANT ? [...others].sort() : [] };
}
