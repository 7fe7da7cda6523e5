import type { TenantUsage } from '@platform/host-api';
import { DEFAULT_TENANT, type Clock, type Page, type PageQuery } from '../../kernel/index.ts';
import type { Database } from '../../data/index.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { RightsLog } from '../logs/rights-log.ts';
import { changesOf } from '../shared/changes.ts';
import { conflict, found } from '../shared/failures.ts';
import { stateOf } from '../shared/states.ts';
import { batchesOf, contains, pageOfRows, type Ordering } from '../shared/paging.ts';
import type { TenantCache } from './tenant-cache.ts';
import { limitColumns } from './limit-columns.ts';
import type { NewTenant, TenantSetup, TenantSetupResult } from './tenant-setup.ts';

export interface TenantRow {
  readonly tenantId: string;
  readonly name: string;
  readonly contactName: string | null;
  readonly contactPhone: string | null;
  readonly status: 0 | 1;
  readonly expireTime: string | null;
  readonly maxUsers: number | null;
  readonly maxStorage: number | null;
  readonly applications: string[] | null;
  readonly excludedMenus: string[];
  readonly remark: string | null;
  readonly createTime: string;
  readonly updateTime: string;
}

export interface TenantFilter {
  readonly tenantId?: string;
  readonly name?: string;
  readonly status?: 0 | 1;
}

export interface TenantChange {
  readonly tenantId: string;
  readonly name?: string;
  readonly contactName?: string | null;
  readonly contactPhone?: string | null;
  readonly status?: 0 | 1;
  readonly expireTime?: string | null;
  readonly remark?: string | null;
  readonly maxUsers?: number | null;
  readonly maxStorage?: number | null;
  readonly applications?: readonly string[] | null;
  readonly excludedMenus?: readonly string[];
}

const ordering: Ordering = {
  columns: { tenantId: 'tenant_code', name: 'name', createTime: 'create_time', expireTime: 'expire_time' },
  by: 'tenant_code',
  direction: 'asc',
  unique: 'tenant_code',
};

export interface TenantRecordParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly setup: TenantSetup;
  readonly cache: TenantCache;
  readonly sessions: Sessions;
  readonly log: RightsLog;
}

/** The tenants of the platform; managed from its own tenant only. */
export class TenantRecords {
  readonly #parts: TenantRecordParts;

  constructor(parts: TenantRecordParts) {
    this.#parts = parts;
  }

  async list(filter: TenantFilter, page: PageQuery): Promise<Page<TenantRow>> {
    const { total, rows } = await pageOfRows(this.#select(filter), page, ordering);
    return { total, rows: rows.map(toRow) };
  }

  /** @throws ORDER_COLUMN_UNKNOWN (400), at once */
  export(filter: TenantFilter, page: PageQuery): AsyncIterable<readonly TenantRow[]> {
    return batchesOf(this.#select(filter), page, ordering, (rows) => rows.map(toRow));
  }

  /** @throws RECORD_NOT_FOUND (404) */
  async get(tenantId: string): Promise<TenantRow> {
    const row = await this.#select({}).where('tenant_code', '=', tenantId).executeTakeFirst();
    return toRow(found(row, 'tenant'));
  }

  /** @throws RECORD_NOT_FOUND (404) */
  async usage(tenantId: string): Promise<TenantUsage> {
    await this.get(tenantId);
    return this.#parts.setup.usage(tenantId);
  }

  /** @throws TENANT_ID_TAKEN (409), PASSWORD_TOO_WEAK (400) */
  async create(tenant: NewTenant): Promise<TenantSetupResult> {
    const result = await this.#parts.setup.create(tenant);
    this.#parts.cache.forget();
    return result;
  }

  /**
   * Disabling a tenant, or letting it expire, ends its sessions.
   *
   * @throws RECORD_NOT_FOUND, TENANT_BUILT_IN
   */
  async update(change: TenantChange): Promise<void> {
    const { database, sessions, setup, cache, clock, log } = this.#parts;
    const { tenantId, expireTime } = change;
    const ends =
      change.status === 0 || (typeof expireTime === 'string' && Date.parse(expireTime) <= clock.now());
    if (tenantId === DEFAULT_TENANT && (ends || expireTime))
      throw builtIn('it cannot be disabled and never expires');
    if (tenantId === DEFAULT_TENANT && isLimiting(change)) throw builtIn('it has no limits');
    await database.transaction(async () => {
      const before = await this.get(tenantId);
      const columns = changesOf({
        name: change.name,
        contact_name: change.contactName,
        contact_phone: change.contactPhone,
        status: change.status,
        expire_time: typeof expireTime === 'string' ? new Date(expireTime).toISOString() : expireTime,
        remark: change.remark,
        ...limitColumns(change),
      });
      if (columns) {
        await database.query
          .updateTable('sys_tenant')
          .set(columns)
          .where('tenant_code', '=', tenantId)
          .execute();
      }
      await log.record(tenantState(tenantId, statesOf(before), statesOf(await this.get(tenantId))));
      if (change.excludedMenus) await setup.withdrawMenus(tenantId);
      if (ends) await sessions.end({ tenantId });
      // They know whether their tenant is there, and when it expires.
      else if (change.status === 1 || expireTime !== undefined || change.excludedMenus) sessions.refreshAll();
    });
    cache.forget();
  }

  /**
   * Removes tenants that have no application installed any more, with their users and roles; other
   * data stays.
   *
   * @throws RECORD_NOT_FOUND, TENANT_BUILT_IN, TENANT_IN_USE
   */
  async remove(tenantIds: readonly string[]): Promise<number> {
    const { database, sessions, setup, cache, log } = this.#parts;
    if (tenantIds.includes(DEFAULT_TENANT)) throw builtIn('it cannot be removed');
    await database.transaction(async () => {
      for (const tenantId of tenantIds) {
        const before = await this.get(tenantId);
        if (await setup.hasApplications(tenantId)) {
          throw conflict(
            'TENANT_IN_USE',
            `The tenant ${tenantId} has applications installed.`,
            'Uninstall them first, or disable the tenant.',
          );
        }
        await sessions.end({ tenantId });
        await setup.removeAccounts(tenantId);
        await log.record(tenantState(tenantId, statesOf(before), ['removed']));
      }
      await database.query.deleteFrom('sys_tenant').where('tenant_code', 'in', tenantIds).execute();
    });
    cache.forget();
    return tenantIds.length;
  }

  #select({ tenantId, name, status }: TenantFilter) {
    return this.#parts.database.query
      .selectFrom('sys_tenant')
      .select([
        'tenant_code as tenantId',
        'name',
        'contact_name as contactName',
        'contact_phone as contactPhone',
        'status',
        'expire_time as expireTime',
        'max_users as maxUsers',
        'max_storage as maxStorage',
        'applications as applicationCodes',
        'excluded_menus as excludedKeys',
        'remark',
        'create_time as createTime',
        'update_time as updateTime',
      ])
      .$if(!!tenantId, (query) => query.where(contains('tenant_code', tenantId ?? '')))
      .$if(!!name, (query) => query.where(contains('name', name ?? '')))
      .$if(status !== undefined, (query) => query.where('status', '=', status ?? 1));
  }
}

function toRow<
  Row extends { readonly applicationCodes: string | null; readonly excludedKeys: string | null },
>({ applicationCodes, excludedKeys, ...row }: Row) {
  return {
    ...row,
    applications: applicationCodes === null ? null : (JSON.parse(applicationCodes) as string[]),
    excludedMenus: excludedKeys === null ? [] : (JSON.parse(excludedKeys) as string[]),
  };
}

const isLimiting = ({ maxUsers, maxStorage, applications, excludedMenus }: TenantChange): boolean =>
  [maxUsers, maxStorage, applications].some((limit) => limit !== undefined && limit !== null) ||
  (excludedMenus ?? []).length > 0;

const tenantState = (subject: string, before: string[], after: string[]) => ({
  kind: 'tenant-state' as const,
  subject,
  before,
  after,
});

const statesOf = ({ status, expireTime }: TenantRow): string[] => [
  stateOf(status),
  ...(expireTime === null ? [] : [`until ${expireTime}`]),
];

function builtIn(what: string) {
  return conflict('TENANT_BUILT_IN', `This is the platform's own tenant: ${what}.`, 'Choose another tenant.');
}
