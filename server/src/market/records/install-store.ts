import type { Updateable } from 'kysely';
import type { Database, HostSchema, Ids, InstallStatus } from '../../data/index.ts';
import { requestContext, type Clock } from '../../kernel/index.ts';
import type { InstallFailure } from './install-failure.ts';

/** A tenant's installation of an application, `app_install`. */
export interface Install {
  readonly installId: number;
  readonly tenantId: string;
  readonly appCode: string;
  readonly version: string;
  readonly previousVersion: string | null;
  readonly status: InstallStatus;
  readonly failure: InstallFailure | null;
  readonly installedAt: string;
  readonly installedBy: string | null;
}

/** Installations of all tenants, or those that have changed. */
export interface InstallReading {
  readonly installs: readonly Install[];
  /** How many there are in all. */
  readonly count: number;
  /** When the last of those that were read has changed; undefined for none. */
  readonly latest: string | undefined;
}

/** Statuses of `app_install`. (design 2.1) */
export const INSTALL = Object.freeze({
  disabled: 0,
  enabled: 1,
  installing: 2,
  upgrading: 3,
  uninstalling: 4,
  failed: 9,
} as const satisfies Record<string, InstallStatus>);

const columns = [
  'install_id',
  'tenant_id',
  'app_code',
  'version',
  'previous_version',
  'status',
  'failure_json',
  'installed_at',
  'installed_by',
] as const;

/** Installation records. Reads by id are limited to the tenant in context. */
export class InstallStore {
  readonly #database: Database;
  readonly #ids: Ids;
  readonly #clock: Clock;

  constructor(database: Database, ids: Ids, clock: Clock) {
    this.#database = database;
    this.#ids = ids;
    this.#clock = clock;
  }

  /** Installations of all tenants. */
  async all(): Promise<Install[]> {
    return [...(await this.read()).installs];
  }

  /** @param since only those that have changed at this time or later */
  read(since?: string): Promise<InstallReading> {
    return requestContext.runIgnoringTenant(async () => {
      const { query } = this.#database;
      const all = query.selectFrom('app_install').select([...columns, 'update_time']);
      const asked = since === undefined ? all : all.where('update_time', '>=', since);
      const rows = await asked.orderBy('app_code').execute();
      const { count } =
        since === undefined
          ? { count: rows.length }
          : await query
              .selectFrom('app_install')
              .select(({ fn }) => fn.countAll<number>().as('count'))
              .executeTakeFirstOrThrow();
      let latest: string | undefined;
      for (const { update_time } of rows)
        if (latest === undefined || update_time > latest) latest = update_time;
      return { installs: rows.map(toInstall), count: Number(count), latest };
    });
  }

  /** Finds an installation of the tenant in context. */
  async byId(installId: number): Promise<Install | undefined> {
    const row = await this.#database.query
      .selectFrom('app_install')
      .select(columns)
      .where('install_id', '=', installId)
      .executeTakeFirst();
    return row && toInstall(row);
  }

  /** All tenants' installations of an application. */
  ofApp(appCode: string): Promise<Install[]> {
    return requestContext.runIgnoringTenant(async () => {
      const rows = await this.#database.query
        .selectFrom('app_install')
        .select(columns)
        .where('app_code', '=', appCode)
        .execute();
      return rows.map(toInstall);
    });
  }

  find(tenantId: string, appCode: string): Promise<Install | undefined> {
    return requestContext.runIgnoringTenant(async () => {
      const row = await this.#database.query
        .selectFrom('app_install')
        .select(columns)
        .where('tenant_id', '=', tenantId)
        .where('app_code', '=', appCode)
        .executeTakeFirst();
      return row && toInstall(row);
    });
  }

  nextId(): number {
    return this.#ids.next();
  }

  async begin(
    installId: number,
    tenantId: string,
    appCode: string,
    version: string,
    by: string | null,
  ): Promise<void> {
    await requestContext.runIgnoringTenant(() =>
      this.#database.query
        .insertInto('app_install')
        .values({
          install_id: installId,
          tenant_id: tenantId,
          app_code: appCode,
          version,
          status: INSTALL.installing,
          installed_by: by,
          installed_at: new Date(this.#clock.now()).toISOString(),
        })
        .execute(),
    );
  }

  async update(installId: number, change: Updateable<HostSchema['app_install']>): Promise<void> {
    await requestContext.runIgnoringTenant(() =>
      this.#database.query
        .updateTable('app_install')
        .set(change)
        .where('install_id', '=', installId)
        .execute(),
    );
  }

  /** Restores a record and adds the failure. */
  restore(before: Install, failure: InstallFailure): Promise<void> {
    return this.update(before.installId, {
      version: before.version,
      previous_version: before.previousVersion,
      status: before.status,
      failure_json: JSON.stringify(failure),
    });
  }

  async remove(installId: number): Promise<void> {
    await requestContext.runIgnoringTenant(() =>
      this.#database.query.deleteFrom('app_install').where('install_id', '=', installId).execute(),
    );
  }
}

interface InstallRow {
  readonly install_id: number;
  readonly tenant_id: string;
  readonly app_code: string;
  readonly version: string;
  readonly previous_version: string | null;
  readonly status: InstallStatus;
  readonly failure_json: string | null;
  readonly installed_at: string;
  readonly installed_by: string | null;
}

function toInstall(row: InstallRow): Install {
  return {
    installId: row.install_id,
    tenantId: row.tenant_id,
    appCode: row.app_code,
    version: row.version,
    previousVersion: row.previous_version,
    status: row.status,
    failure: row.failure_json === null ? null : (JSON.parse(row.failure_json) as InstallFailure),
    installedAt: row.installed_at,
    installedBy: row.installed_by,
  };
}
