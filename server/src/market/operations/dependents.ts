import { PlatformError } from '../../kernel/index.ts';
import { enabledManifests } from './enabled.ts';
import { dependentsOf } from './requirements.ts';
import type { OperationServices } from './services.ts';

/** @throws APP_REQUIRED (409) naming the tenant's enabled applications that need this one */
export async function assertNotRequired(
  services: OperationServices,
  tenantId: string,
  appCode: string,
): Promise<void> {
  const dependents = dependentsOf(appCode, await enabledManifests(services, tenantId));
  if (dependents.length === 0) return;
  const names = dependents.map((dependent) => dependent.appCode).join(', ');
  throw new PlatformError({
    code: 'APP_REQUIRED',
    status: 409,
    message: `${appCode} is needed by ${names}.`,
    fix: 'Disable or uninstall these applications first.',
    details: { dependents },
  });
}
