import { serviceToken } from '../../kernel/index.ts';

/**
 * State of an application for a tenant; a first installation that failed counts as `none`. (design
 * 9.7-42)
 */
export type ApplicationState = 'enabled' | 'disabled' | 'none';

/**
 * State of applications by tenant.
 *
 * It is read on every request, so it answers synchronously from memory.
 */
export interface ApplicationAccess {
  state(tenantId: string, appCode: string): ApplicationState;
  /** Tenants that have the application enabled. */
  tenants(appCode: string): readonly string[];
}

/** Provided by the market; without it, every loaded application is enabled for everyone. */
export const APPLICATION_ACCESS = serviceToken<ApplicationAccess>('applicationAccess');
