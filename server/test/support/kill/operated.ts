import type { ApiClient } from '@platform/cli';

/** A platform that operations are tried on. */
export interface Operated {
  /** As the administrator of the platform's tenant. */
  readonly api: ApiClient;
  /** As the administrator of another tenant. */
  readonly other: ApiClient;
}

/** Tokens of both administrators. */
export interface Tokens {
  readonly admin: string;
  readonly other: string;
}

/**
 * Makes another tenant, whose administrator may install.
 *
 * @param run runs a statement in the platform's database
 * @returns the administrator's token
 */
export async function prepareSecondTenant(
  { api, other }: Operated,
  password: string,
  run: (sql: string) => Promise<unknown>,
): Promise<string> {
  const tenant = { tenantId: 'acme', adminUserName: 'boss', adminPassword: password };
  await api.post('/system/tenant', { ...tenant, name: 'Acme' });
  await run(
    `insert into sys_role_menu (role_id, menu_id) select r.role_id, m.menu_id from sys_role r cross join sys_menu m
     where r.tenant_id = 'acme' and not exists
     (select 1 from sys_role_menu x where x.role_id = r.role_id and x.menu_id = m.menu_id)`,
  );
  const token = await other.login('boss', password, 'acme');
  // Copies of the platform use these sessions for as long as the tests take.
  await run(`update sys_session set proved_at = '2999-12-31 00:00:00'`);
  return token;
}
