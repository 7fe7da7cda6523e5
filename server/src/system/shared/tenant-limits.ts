import { DEFAULT_TENANT, PlatformError, serviceToken } from '../../kernel/index.ts';
import { lockOnly, type Database } from '../../data/index.ts';

/** Limits of a tenant; null means unlimited. The platform's own tenant has none. */
export interface Limits {
  readonly maxUsers: number | null;
  /** Bytes of stored objects. */
  readonly maxStorage: number | null;
  /** Codes of applications that it may install and enable. */
  readonly applications: readonly string[] | null;
  /** Keys of the host's menus that it lacks, with all below them. */
  readonly excludedMenus: readonly string[];
}

const UNLIMITED: Limits = { maxUsers: null, maxStorage: null, applications: null, excludedMenus: [] };

/** Limits of tenants, as other modules ask for them. */
export interface TenantPackage {
  /** @throws TENANT_APPLICATION_REFUSED (403) */
  assertMayInstall(tenantId: string, appCode: string): Promise<void>;
  /** Codes of the applications that it may have; null means any. */
  applicationsOf(tenantId: string): Promise<readonly string[] | null>;
}

export const TENANT_PACKAGE = serviceToken<TenantPackage>('tenant-package');

/** Reads and enforces the limits of tenants. (design 12) */
export class TenantLimits implements TenantPackage {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async of(tenantId: string): Promise<Limits> {
    if (tenantId === DEFAULT_TENANT) return UNLIMITED;
    const row = await this.#database.query
      .selectFrom('sys_tenant')
      .where('tenant_code', '=', tenantId)
      .select(['max_users', 'max_storage', 'applications', 'excluded_menus'])
      .executeTakeFirst();
    if (!row) return UNLIMITED;
    return {
      maxUsers: row.max_users,
      maxStorage: row.max_storage,
      applications: codesOf(row.applications),
      excludedMenus: codesOf(row.excluded_menus) ?? [],
    };
  }

  async applicationsOf(tenantId: string): Promise<readonly string[] | null> {
    return (await this.of(tenantId)).applications;
  }

  async assertMayInstall(tenantId: string, appCode: string): Promise<void> {
    const applications = await this.applicationsOf(tenantId);
    if (applications === null || applications.includes(appCode)) return;
    throw new PlatformError({
      code: 'TENANT_APPLICATION_REFUSED',
      status: 403,
      message: `The tenant ${tenantId} may not have the application ${appCode}.`,
      fix: "Ask the platform's administrator to add it to the package of the tenant.",
      details: { params: { tenant: tenantId, app: appCode } },
    });
  }

  /**
   * Makes sure that further users fit. To be called in the transaction that adds them: others who
   * add users to the tenant wait for its end.
   *
   * @throws TENANT_USER_LIMIT (409)
   */
  async assertRoomForUsers(tenantId: string, added = 1): Promise<void> {
    const { maxUsers } = await this.of(tenantId);
    if (maxUsers === null) return;
    await this.#database.query
      .updateTable('sys_tenant')
      .set(lockOnly)
      .where('tenant_code', '=', tenantId)
      .execute();
    const row = await this.#database.query
      .selectFrom('sys_user')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirst();
    if (Number(row?.total ?? 0) + added <= maxUsers) return;
    throw new PlatformError({
      code: 'TENANT_USER_LIMIT',
      status: 409,
      message: `The tenant ${tenantId} may have ${maxUsers} users.`,
      fix: "Remove users, or ask the platform's administrator for more.",
      details: { params: { tenant: tenantId, most: maxUsers }, maxUsers },
    });
  }

  /**
   * Makes sure that an object fits beside those that are stored.
   *
   * @throws TENANT_STORAGE_LIMIT (409)
   */
  async assertRoomForBytes(tenantId: string, size: number): Promise<void> {
    const { maxStorage } = await this.of(tenantId);
    if (maxStorage === null) return;
    const row = await this.#database.query
      .selectFrom('sys_oss')
      .select((eb) => eb.fn.sum<number>('size').as('total'))
      .executeTakeFirst();
    if (Number(row?.total ?? 0) + size <= maxStorage) return;
    throw new PlatformError({
      code: 'TENANT_STORAGE_LIMIT',
      status: 409,
      message: `The files of the tenant ${tenantId} may take ${maxStorage} bytes.`,
      fix: "Remove files, or ask the platform's administrator for more space.",
      details: { params: { tenant: tenantId, most: maxStorage }, maxStorage },
    });
  }
}

function codesOf(json: string | null): string[] | null {
  return json === null ? null : (JSON.parse(json) as string[]);
}
