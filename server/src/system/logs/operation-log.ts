import { requestContext, type AuditRecord, type Logger } from '../../kernel/index.ts';
import type { Database, Ids } from '../../data/index.ts';
import { maskedBody } from './mask.ts';
import { WriteBehind } from './write-behind.ts';

/** Writes `sys_oper_log`: who changed what, with secrets masked. */
export class OperationLog {
  readonly #entries: WriteBehind<AuditRecord>;

  constructor(database: Database, ids: Ids, logger: Logger) {
    this.#entries = new WriteBehind(async (records) => {
      const taken = await ids.take(records.length);
      await requestContext.runIgnoringTenant(() =>
        database.query
          .insertInto('sys_oper_log')
          .values(records.map((record, at) => ({ oper_id: taken[at] ?? ids.next(), ...columnsOf(record) })))
          .execute(),
      );
    }, logger);
  }

  /** Calls without a tenant belong to no log. */
  record(record: AuditRecord): void {
    if (record.exchange.context.tenantId !== undefined) this.#entries.add(record);
  }

  flush(): Promise<void> {
    return this.#entries.flush();
  }
}

function columnsOf({ title, method, path, exchange, durationMs, error, body, before, after }: AuditRecord) {
  const { context, appCode } = exchange;
  return {
    tenant_id: context.tenantId ?? '',
    title: title.slice(0, 100),
    app_code: appCode ?? null,
    method,
    url: path.slice(0, 250),
    user_id: context.user?.userId ?? null,
    user_name: context.user?.userName ?? null,
    ip: context.remoteAddress?.slice(0, 60) ?? null,
    request_id: context.requestId,
    params_json: maskedBody(body),
    before_json: error ? null : maskedBody(before),
    after_json: error ? null : maskedBody(after),
    status: error?.status ?? 200,
    error: error ? `${error.code}: ${error.message}`.slice(0, 2000).replaceAll('\0', '\uFFFD') : null,
    duration_ms: durationMs,
  };
}
