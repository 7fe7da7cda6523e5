import type { TenantUsage } from '@platform/host-api';
import type { Database, Ids } from '../../data/index.ts';
import { requestContext } from '../../kernel/index.ts';
import { normalUserName } from '../auth/accounts.ts';
import type { FactorStore } from '../auth/factor/index.ts';
import type { NewPassword, Passwords } from '../auth/passwords.ts';
import type { RightsLog } from '../logs/rights-log.ts';
import type { MenuAccess } from '../menus/menu-access.ts';
import { limitColumns, type LimitChange } from './limit-columns.ts';
import { ADMIN_ROLE_KEY } from '../shared/admin-role.ts';
import type { RoleMenus } from '../roles/role-menus.ts';
import { isOfPlatform } from '../shared/platform-permissions.ts';
import { taken, unlessTaken } from '../shared/failures.ts';

export interface NewTenant extends LimitChange {
  readonly tenantId: string;
  readonly name: string;
  readonly contactName?: string | null;
  readonly contactPhone?: string | null;
  readonly expireTime?: string | null;
  readonly remark?: string | null;
  readonly adminUserName: string;
  /** Absent: one is generated. */
  readonly adminPassword?: string;
}

export interface TenantSetupResult {
  readonly tenantId: string;
  readonly adminUserName: string;
  /** Present when it was generated; returned once. */
  readonly adminPassword?: string;
}

export interface TenantSetupParts {
  readonly database: Database;
  readonly ids: Ids;
  readonly passwords: Passwords;
  readonly menus: MenuAccess;
  readonly roleMenus: RoleMenus;
  readonly factors: FactorStore;
  readonly log: RightsLog;
}

/** Makes a tenant with its administrator, and takes its accounts away. */
export class TenantSetup {
  readonly #parts: TenantSetupParts;

  constructor(parts: TenantSetupParts) {
    this.#parts = parts;
  }

  /** @throws TENANT_ID_TAKEN (409), PASSWORD_TOO_WEAK (400) */
  async create(tenant: NewTenant): Promise<TenantSetupResult> {
    const { database, passwords, log } = this.#parts;
    const { tenantId } = tenant;
    const adminUserName = normalUserName(tenant.adminUserName);
    const chosen = await passwords.choose(adminUserName, tenant.adminPassword, 'adminPassword');
    const store = async (): Promise<void> => {
      await database.query
        .insertInto('sys_tenant')
        .values({
          tenant_code: tenantId,
          name: tenant.name,
          contact_name: tenant.contactName ?? null,
          contact_phone: tenant.contactPhone ?? null,
          expire_time: tenant.expireTime ? new Date(tenant.expireTime).toISOString() : null,
          remark: tenant.remark ?? null,
          ...limitColumns(tenant),
          status: 1,
        })
        .execute();
      const subject = tenantId;
      await log.record({ kind: 'tenant-state', subject, before: [], after: ['enabled'] });
      await requestContext.runAs(tenantId, () => this.#createAdmin(tenantId, adminUserName, chosen));
    };
    await unlessTaken(
      () => idTaken(tenantId),
      () => database.transaction(store),
    );
    return {
      tenantId,
      adminUserName,
      ...(tenant.adminPassword === undefined ? { adminPassword: chosen.password } : {}),
    };
  }

  async hasApplications(tenantId: string): Promise<boolean> {
    const row = await requestContext.runAs(tenantId, () =>
      this.#parts.database.query.selectFrom('app_install').select('app_code').limit(1).executeTakeFirst(),
    );
    return row !== undefined;
  }

  /** Usage of a tenant: counted against its limits, and lost with it. */
  usage(tenantId: string): Promise<TenantUsage> {
    const { query } = this.#parts.database;
    return requestContext.runAs(tenantId, async () => {
      const users = await query
        .selectFrom('sys_user')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirst();
      const roles = await query
        .selectFrom('sys_role')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirst();
      const files = await query
        .selectFrom('sys_oss')
        .select((eb) => eb.fn.sum<number>('size').as('total'))
        .executeTakeFirst();
      const installs = await query.selectFrom('app_install').select('app_code').orderBy('app_code').execute();
      return {
        users: Number(users?.total ?? 0),
        roles: Number(roles?.total ?? 0),
        storage: Number(files?.total ?? 0),
        applications: installs.map((row) => row.app_code),
      };
    });
  }

  /** Takes the menus that a tenant lacks from its roles. */
  async withdrawMenus(tenantId: string): Promise<void> {
    const { menus, roleMenus } = this.#parts;
    const lacking = await menus.excluded(tenantId);
    await requestContext.runAs(tenantId, () => roleMenus.withdraw(lacking));
  }

  /** Removes users, roles, departments and posts of a tenant. */
  removeAccounts(tenantId: string): Promise<void> {
    const { query } = this.#parts.database;
    return requestContext.runAs(tenantId, async () => {
      const users = await query.selectFrom('sys_user').select('user_id').execute();
      const roles = await query.selectFrom('sys_role').select('role_id').execute();
      const userIds = users.map((user) => user.user_id);
      const roleIds = roles.map((role) => role.role_id);
      if (userIds.length > 0)
        await query.deleteFrom('sys_user_role').where('user_id', 'in', userIds).execute();
      if (roleIds.length > 0)
        await query.deleteFrom('sys_role_menu').where('role_id', 'in', roleIds).execute();
      await this.#parts.factors.remove(userIds);
      await this.#parts.passwords.forget(userIds);
      if (userIds.length > 0) {
        await query.deleteFrom('sys_user_identity').where('user_id', 'in', userIds).execute();
      }
      if (userIds.length > 0) {
        await query.deleteFrom('sys_user_post').where('user_id', 'in', userIds).execute();
      }
      if (roleIds.length > 0) {
        await query.deleteFrom('sys_role_dept').where('role_id', 'in', roleIds).execute();
      }
      await query.deleteFrom('sys_dept').execute();
      await query.deleteFrom('sys_post').execute();
      await query.deleteFrom('sys_user').execute();
      await query.deleteFrom('sys_role').execute();
    });
  }

  async #createAdmin(tenantId: string, userName: string, { hash, changedAt }: NewPassword): Promise<void> {
    const { database, ids, menus, roleMenus, log } = this.#parts;
    const [userId, roleId] = [ids.next(), ids.next()];
    await database.query
      .insertInto('sys_role')
      .values({ role_id: roleId, role_name: 'Administrator', role_key: ADMIN_ROLE_KEY, status: 1 })
      .execute();
    await database.query
      .insertInto('sys_user')
      .values({
        user_id: userId,
        user_name: userName,
        nick_name: 'Administrator',
        password_hash: hash,
        password_changed_at: changedAt,
        status: 1,
      })
      .execute();
    await database.query.insertInto('sys_user_role').values({ user_id: userId, role_id: roleId }).execute();
    await log.record(
      { kind: 'user-state', subject: userName, before: [], after: ['enabled'] },
      { kind: 'user-roles', subject: userName, before: [], after: [ADMIN_ROLE_KEY] },
      { kind: 'role-state', subject: ADMIN_ROLE_KEY, before: [], after: ['enabled'] },
    );
    const granted = (await menus.inTenant(tenantId)).filter(
      (menu) => menu.appCode === null && !isOfPlatform(menu.perms ?? ''),
    );
    await roleMenus.add(
      roleId,
      granted.map((menu) => menu.menuId),
    );
  }
}

function idTaken(tenantId: string) {
  return taken(
    'tenantId',
    'TENANT_ID_TAKEN',
    `The tenant ${tenantId} already exists.`,
    'Choose another identifier.',
  );
}
