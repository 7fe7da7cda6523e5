import type { Database, Ids } from '../../data/index.ts';
import { DEFAULT_TENANT, PlatformError } from '../../kernel/index.ts';
import type { Passwords } from '../auth/passwords.ts';
import { ADMIN_ROLE_KEY } from '../shared/admin-role.ts';
import type { FirstStart } from './first-start.ts';

export const ADMIN_USER_NAME = 'admin';

export interface AccountSeedParts {
  readonly ids: Ids;
  readonly passwords: Passwords;
  readonly firstStart: FirstStart;
  readonly tenantName: string;
  /** Empty: one is generated. */
  readonly adminPassword: string;
  /** The password was generated. */
  readonly adminPasswordGenerated: boolean;
}

/**
 * Makes the platform's tenant, the role of super administrators and the first of them, where they
 * are missing.
 *
 * @throws PASSWORD_TOO_WEAK when `platform.admin-password` is
 */
export async function seedAccounts(database: Database, parts: AccountSeedParts): Promise<void> {
  await seedTenant(database, parts.tenantName);
  const roleId = await superRole(database, parts.ids);
  const holder = await database.query
    .selectFrom('sys_user_role')
    .where('role_id', '=', roleId)
    .select('user_id')
    .limit(1)
    .executeTakeFirst();
  if (!holder) await seedAdministrator(database, roleId, parts);
}

async function seedTenant(database: Database, name: string): Promise<void> {
  const tenant = await database.query
    .selectFrom('sys_tenant')
    .where('tenant_code', '=', DEFAULT_TENANT)
    .select('tenant_code')
    .executeTakeFirst();
  if (tenant) return;
  await database.query
    .insertInto('sys_tenant')
    .values({ tenant_code: DEFAULT_TENANT, name, status: 1 })
    .execute();
}

async function superRole(database: Database, ids: Ids): Promise<number> {
  const role = await database.query
    .selectFrom('sys_role')
    .where('is_super', '=', true)
    .select('role_id')
    .executeTakeFirst();
  if (role) return role.role_id;
  const roleId = ids.next();
  await database.query
    .insertInto('sys_role')
    .values({
      role_id: roleId,
      role_name: 'Super administrator',
      role_key: ADMIN_ROLE_KEY,
      is_super: true,
      status: 1,
    })
    .execute();
  return roleId;
}

async function seedAdministrator(database: Database, roleId: number, parts: AccountSeedParts): Promise<void> {
  const { ids, passwords, firstStart, adminPassword } = parts;
  const generated = adminPassword === '' || parts.adminPasswordGenerated;
  const given = adminPassword === '' ? undefined : adminPassword;
  const chosen = await passwords.choose(ADMIN_USER_NAME, given).catch(namingTheSetting);
  const userId = ids.next();
  await database.query
    .insertInto('sys_user')
    .values({
      user_id: userId,
      user_name: ADMIN_USER_NAME,
      nick_name: 'Administrator',
      password_hash: chosen.hash,
      password_changed_at: generated ? null : chosen.changedAt,
      status: 1,
    })
    .execute();
  await database.query.insertInto('sys_user_role').values({ user_id: userId, role_id: roleId }).execute();
  database.afterCommit(() =>
    firstStart.set({
      tenantId: DEFAULT_TENANT,
      userName: ADMIN_USER_NAME,
      password: chosen.password,
      generated: adminPassword === '',
    }),
  );
}

/** An installation has several passwords. */
function namingTheSetting(error: unknown): never {
  if (!(error instanceof PlatformError)) throw error;
  throw new PlatformError({
    code: error.code,
    status: error.status,
    message: `platform.admin-password (PLATFORM_ADMIN_PASSWORD), the first password of ${ADMIN_USER_NAME}: ${error.message}`,
    fix: error.fix ?? '',
    cause: error,
  });
}
