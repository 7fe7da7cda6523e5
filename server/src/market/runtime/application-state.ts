import { DEFAULT_TENANT } from '../../kernel/index.ts';
import type { ApplicationDescription } from '../../plugin-runtime/index.ts';

/**
 * What a tenant is told of an application's backend. Its code is shared: messages of errors may speak of other tenants'
 * data, so that only the platform's own tenant reads them.
 */
export function shownTo(tenantId: string, description: ApplicationDescription): ApplicationDescription {
  if (tenantId === DEFAULT_TENANT) return description;
  const { degraded, health, failure } = description;
  return {
    ...description,
    degraded: degraded && { ...degraded, lastMessage: '' },
    health: health && { ...health, recent: health.recent.map((fault) => ({ ...fault, message: '' })) },
    failure: failure && { ...failure, message: `The load failed (${failure.stage}).` },
  };
}
