import {
  requestContext,
  type AuditRecord,
  type Logger,
  type RequestContext,
  type RequestRecord,
} from '../../kernel/index.ts';
import type { Database, Ids } from '../../data/index.ts';
import { maskedBody } from './mask.ts';
import { WriteBehind } from './write-behind.ts';

/** An entry of one tenant's log. */
type Entry = ReturnType<typeof columnsOf> & { readonly tenant_id: string };

/** Writes `sys_oper_log`: who changed what, with secrets masked. */
export class OperationLog {
  readonly #entries: WriteBehind<Entry>;

  constructor(database: Database, ids: Ids, logger: Logger) {
    this.#entries = new WriteBehind(async (entries) => {
      const taken = await ids.take(entries.length);
      await requestContext.runIgnoringTenant(() =>
        database.query
          .insertInto('sys_oper_log')
          .values(entries.map((entry, at) => ({ oper_id: taken[at] ?? ids.next(), ...entry })))
          .execute(),
      );
    }, logger);
  }

  /** Calls without a tenant belong to no log. */
  record(record: AuditRecord): void {
    this.#add(record.exchange.context, columnsOf(record));
  }

  /**
   * Records what a session that looks into a tenant asked for, where its route does not: reading,
   * and what was refused. (design 12.1-4)
   */
  recordLook({
    context,
    method,
    path,
    status,
    errorCode,
    durationMs,
    appCode,
    audited,
  }: RequestRecord): void {
    if (!context.user?.acting || audited) return;
    const what = { title: 'Request in another tenant', method, path, durationMs: Math.round(durationMs) };
    this.#add(context, {
      ...columnsOf({ ...what, exchange: { context, appCode }, body: undefined }),
      status,
      error: errorCode ?? null,
    });
  }

  flush(): Promise<void> {
    return this.#entries.flush();
  }

  /** Requests made while looking into a tenant are in the logs of both tenants. */
  #add({ tenantId, user }: RequestContext, columns: ReturnType<typeof columnsOf>): void {
    const tenants = new Set([tenantId, user?.acting?.homeTenantId]);
    for (const tenant_id of tenants)
      if (tenant_id !== undefined) this.#entries.add({ tenant_id, ...columns });
  }
}

/** The parts of a call that an entry is made of. */
type Call = Omit<AuditRecord, 'exchange'> & {
  readonly exchange: Pick<AuditRecord['exchange'], 'context' | 'appCode'>;
};

function columnsOf({ title, method, path, exchange, durationMs, error, body, before, after }: Call) {
  const { context, appCode } = exchange;
  return {
    title: title.slice(0, 100),
    app_code: appCode ?? null,
    method,
    url: path.slice(0, 250),
    user_id: context.user?.userId ?? null,
    user_name: context.user?.userName ?? null,
    acting_tenant: context.user?.acting?.tenantId ?? null,
    ip: context.remoteAddress?.slice(0, 60) ?? null,
    request_id: context.requestId,
    params_json: maskedBody(body, appCode),
    before_json: error ? null : maskedBody(before, appCode),
    after_json: error ? null : maskedBody(after, appCode),
    status: error?.status ?? 200,
    error: error ? `${error.code}: ${error.message}`.slice(0, 2000).replaceAll('\0', '\uFFFD') : null,
    duration_ms: durationMs,
  };
}
