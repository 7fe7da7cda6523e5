import { DEFAULT_TENANT } from '../../kernel/index.ts';
import type { ApplicationDescription } from '../../plugin-runtime/index.ts';

/**
 * Removes error messages from a description unless the platform's tenant reads it.
 *
 * Tenants share the code, so a message may contain another tenant's data.
 */
export function shownTo(tenantId: string, description: ApplicationDescription): ApplicationDescription {
  if (tenantId === DEFAULT_TENANT) return description;
  const { degraded, health, failure, quarantine } = description;
  return {
    ...description,
    degraded: degraded && { ...degraded, lastMessage: '' },
    health: health && { ...health, recent: health.recent.map((fault) => ({ ...fault, message: '' })) },
    quarantine: quarantine && { ...quarantine, incident: { ...quarantine.incident, message: '' } },
    failure: failure && { ...failure, message: `The load failed (${failure.stage}).` },
  };
}
