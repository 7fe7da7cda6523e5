import type { IncidentRecord } from '@platform/host-api';
import type { ExpressionBuilder } from 'kysely';
import type { Database, HostSchema, Ids } from '../data/index.ts';
import type { Clock, Page, PageQuery } from '../kernel/index.ts';
import type { Incident, IncidentKind } from '../plugin-runtime/index.ts';
import { contains, pageOfRows, type Ordering } from '../system/index.ts';

/** Age and number of incidents that are kept. */
const KEPT_MS = 90 * 86_400_000;
const MOST = 10_000;
const ordering: Ordering = {
  columns: { at: 'happened_at', durationMs: 'duration_ms', kind: 'kind' },
  by: 'happened_at',
  direction: 'desc',
  unique: 'incident_id',
};

/** Filter of incidents. */
export interface IncidentFilter {
  readonly appCode?: string;
  readonly kind?: IncidentKind;
  readonly host?: string;
  readonly beginTime?: string;
  readonly endTime?: string;
}

/** `sys_incident`. */
export class IncidentStore {
  readonly #database: Database;
  readonly #ids: Ids;
  readonly #clock: Clock;

  constructor(database: Database, ids: Ids, clock: Clock) {
    this.#database = database;
    this.#ids = ids;
    this.#clock = clock;
  }

  /** @returns its identifier */
  async add(incident: Incident): Promise<number> {
    const incidentId = this.#ids.next();
    const { durationMs } = incident;
    await this.#database.query
      .insertInto('sys_incident')
      .values({
        incident_id: incidentId,
        happened_at: incident.at,
        host: stored(incident.host, 64) ?? '',
        kind: incident.kind,
        app_code: stored(incident.application, 32),
        version: stored(incident.version, 32),
        message: stored(incident.message, 2_000) ?? '',
        function_name: stored(incident.function, 255),
        place: stored(incident.place, 255),
        caller: stored(incident.caller, 255),
        duration_ms: durationMs === undefined ? null : Math.min(Math.round(durationMs), 2_147_483_647),
        request_id: stored(incident.requestId, 64),
        pid: incident.pid ?? null,
        suspects_json: JSON.stringify(incident.suspects),
      })
      .execute();
    return incidentId;
  }

  /** @param only applications of which incidents are listed; all if omitted */
  list(
    filter: IncidentFilter,
    only: readonly string[] | undefined,
    page: PageQuery,
  ): Promise<Page<IncidentRecord>> {
    const { appCode, host, kind, beginTime, endTime } = filter;
    const query = this.#select(only)
      .$if(!!appCode, (q) => q.where(concerns(appCode ?? '')))
      .$if(!!host, (q) => q.where('host', '=', host ?? ''))
      .$if(!!kind, (q) => q.where('kind', '=', kind ?? ''))
      .$if(!!beginTime, (q) => q.where('happened_at', '>=', new Date(beginTime ?? 0).toISOString()))
      .$if(!!endTime, (q) => q.where('happened_at', '<=', new Date(endTime ?? 0).toISOString()));
    return pageOfRows(query, page, ordering).then(({ total, rows }) => ({ total, rows: rows.map(recordOf) }));
  }

  async find(incidentId: number, only?: readonly string[]): Promise<IncidentRecord | undefined> {
    const row = await this.#select(only).where('incident_id', '=', incidentId).executeTakeFirst();
    return row && recordOf(row);
  }

  /** Those of all hosts since a moment, the newest first. */
  async since(at: Date, limit = 1_000): Promise<IncidentRecord[]> {
    const rows = await this.#select(undefined)
      .where('happened_at', '>=', at.toISOString())
      .orderBy('happened_at', 'desc')
      .orderBy('incident_id', 'desc')
      .limit(limit)
      .execute();
    return rows.map(recordOf);
  }

  /** Whether the end of this process is recorded already. */
  async knows({ host, pid, at }: Incident): Promise<boolean> {
    if (pid === undefined) return false;
    const row = await this.#database.query
      .selectFrom('sys_incident')
      .select('incident_id')
      .where('happened_at', '=', at)
      .where('host', '=', host)
      .where('pid', '=', pid)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Removes what is too old or too much. */
  async prune(): Promise<void> {
    const { query } = this.#database;
    const oldest = new Date(this.#clock.now() - KEPT_MS).toISOString();
    await query.deleteFrom('sys_incident').where('happened_at', '<', oldest).execute();
    const first = await query
      .selectFrom('sys_incident')
      .select('happened_at')
      .orderBy('happened_at', 'desc')
      .limit(1)
      .offset(MOST)
      .executeTakeFirst();
    if (first) await query.deleteFrom('sys_incident').where('happened_at', '<=', first.happened_at).execute();
  }

  #select(only: readonly string[] | undefined) {
    return this.#database.query
      .selectFrom('sys_incident')
      .selectAll()
      .$if(only !== undefined, (query) =>
        // No application has an empty code, and `in ()` is no SQL.
        query.where('app_code', 'in', only?.length ? [...only] : ['']),
      );
  }
}

/** True for incidents of an application, and for those that it is suspected of. */
const concerns = (appCode: string) => (eb: ExpressionBuilder<HostSchema, 'sys_incident'>) =>
  eb.or([
    eb('app_code', '=', appCode),
    eb.and([
      eb('app_code', 'is', null),
      contains('suspects_json', JSON.stringify({ application: appCode }).slice(1, -1)),
    ]),
  ]);

/** A text as PostgreSQL takes it, and as long as its column. */
const stored = (text: string | undefined, length: number): string | null =>
  text?.slice(0, length).replaceAll('\0', '\uFFFD') ?? null;

interface Row {
  readonly incident_id: number;
  readonly happened_at: string;
  readonly host: string;
  readonly kind: string;
  readonly app_code: string | null;
  readonly version: string | null;
  readonly message: string;
  readonly function_name: string | null;
  readonly place: string | null;
  readonly caller: string | null;
  readonly duration_ms: number | null;
  readonly request_id: string | null;
  readonly suspects_json: string;
}

function recordOf(row: Row): IncidentRecord {
  const suspects = JSON.parse(row.suspects_json) as ReadonlyArray<{ application: string; version?: string }>;
  return {
    incidentId: row.incident_id,
    at: row.happened_at,
    host: row.host,
    kind: row.kind as IncidentKind,
    appCode: row.app_code,
    version: row.version,
    message: row.message,
    function: row.function_name,
    place: row.place,
    caller: row.caller,
    durationMs: row.duration_ms,
    requestId: row.request_id,
    suspects: suspects.map(({ application, version = null }) => ({ application, version })),
  };
}
