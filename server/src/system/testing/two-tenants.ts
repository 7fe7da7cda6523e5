import { startTestHost, type Client, type TestHost } from './host.ts';

/** Token of the administrator of the tenant `acme`. */
export const BOSS_PASSWORD = 'seven-blue-kites';

export interface TwoTenants {
  readonly host: TestHost;
  readonly admin: Client;
  /** Administrator of the tenant `acme`. */
  readonly boss: Client;
}

/** Starts a host with a second tenant, `acme`. */
export async function startTwoTenants(): Promise<TwoTenants> {
  const host = await startTestHost();
  const admin = await host.admin();
  const tenant = { tenantId: 'acme', name: 'Acme', adminUserName: 'boss', adminPassword: BOSS_PASSWORD };
  await admin('POST', '/system/tenant', tenant);
  return { host, admin, boss: await host.login('boss', BOSS_PASSWORD, 'acme') };
}
