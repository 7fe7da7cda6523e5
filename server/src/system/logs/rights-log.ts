import type { RightsKind } from '@platform/host-api';
import { DEFAULT_TENANT, requestContext, serviceToken } from '../../kernel/index.ts';
import type { Database, Ids } from '../../data/index.ts';

/** A change of what somebody may do. */
export interface RightsChange {
  readonly kind: RightsKind;
  /** Subject whose rights changed, by name or key. */
  readonly subject: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Tenant whose log gets the entry; that of the context when omitted. */
  readonly tenantId?: string;
  /** Application whose permissions these are. */
  readonly appCode?: string;
  /** Origin of a change that no user made. */
  readonly cause?: string;
}

/** Entries of one statement, within the databases' limits of parameters. */
const BATCH = 500;

/**
 * Writes changes of rights to a log that nobody empties, in the transaction of the change: neither
 * is there without the other. (design 11.7)
 */
export class RightsLog {
  readonly #database: Database;
  readonly #ids: Ids;

  constructor(database: Database, ids: Ids) {
    this.#database = database;
    this.#ids = ids;
  }

  /** Records the changes that are differences. */
  async record(...changes: readonly RightsChange[]): Promise<void> {
    const rows = changes.flatMap(rowOf);
    for (let at = 0; at < rows.length; at += BATCH) {
      const batch = rows.slice(at, at + BATCH);
      const taken = await this.#ids.take(batch.length);
      await requestContext.runIgnoringTenant(() =>
        this.#database.query
          .insertInto('sys_rights_log')
          .values(batch.map((row, index) => ({ entry_id: taken[index] ?? this.#ids.next(), ...row })))
          .execute(),
      );
    }
  }
}

function rowOf({ kind, subject, before, after, ...more }: RightsChange) {
  const added = after.filter((each) => !before.includes(each));
  const removed = before.filter((each) => !after.includes(each));
  if (added.length === 0 && removed.length === 0) return [];
  const { tenantId, user, remoteAddress, requestId } = requestContext.current() ?? {};
  return {
    tenant_id: more.tenantId ?? tenantId ?? DEFAULT_TENANT,
    kind,
    subject: subject.slice(0, 255),
    app_code: more.appCode ?? null,
    added_json: JSON.stringify(added),
    removed_json: JSON.stringify(removed),
    before_json: JSON.stringify(before),
    cause: more.cause?.slice(0, 128) ?? null,
    user_id: user?.userId ?? null,
    user_name: user?.userName ?? null,
    user_tenant: user?.acting?.homeTenantId ?? user?.tenantId ?? null,
    ip: remoteAddress?.slice(0, 60) ?? null,
    request_id: requestId ?? null,
  };
}

export const RIGHTS_LOG = serviceToken<RightsLog>('rights log');
