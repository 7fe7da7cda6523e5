import type { Defaulted, TimeColumns, Timestamp } from './columns.ts';

/** Incidents of hosts; not a tenant table, since tenants share hosts. (design 10.3) */
export interface SysIncidentTable extends TimeColumns {
  incident_id: number;
  happened_at: Timestamp;
  /** Name of the host or worker. */
  host: string;
  kind: string;
  /** The certain culprit. */
  app_code: Defaulted<string | null>;
  version: Defaulted<string | null>;
  message: string;
  function_name: Defaulted<string | null>;
  /** In the application's sources. */
  place: Defaulted<string | null>;
  caller: Defaulted<string | null>;
  duration_ms: Defaulted<number | null>;
  request_id: Defaulted<string | null>;
  /** Process that ended. */
  pid: Defaulted<number | null>;
  /** The culprit alone, or those at work: `[{"application":"crm","version":"1.0.0"}]`. */
  suspects_json: string;
}

/** A version that starts do not load until it is released. (design 10.7-9) */
export interface SysQuarantineTable extends TimeColumns {
  app_code: string;
  version: string;
  /** The incident that decided it. */
  incident_id: number;
  since: Timestamp;
  /** Set once it may load again; earlier incidents count no more. */
  released_at: Defaulted<Timestamp | null>;
}
