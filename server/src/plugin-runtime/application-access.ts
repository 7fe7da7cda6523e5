import { serviceToken } from '../kernel/index.ts';

/** What an application is to a tenant; a first installation that has not succeeded counts as `none` (design 9.7-42). */
export type ApplicationState = 'enabled' | 'disabled' | 'none';

/** Knows what each tenant has. Asked for each request, so it answers at once, from memory. */
export interface ApplicationAccess {
  state(tenantId: string, appCode: string): ApplicationState;
  /** Tenants that have it enabled. */
  tenants(appCode: string): readonly string[];
}

/** Provided by the market. Where nobody provides it, whatever is loaded is enabled for everyone. */
export const APPLICATION_ACCESS = serviceToken<ApplicationAccess>('applicationAccess');
