import type { Defaulted, TimeColumns, Timestamp } from './columns.ts';

/**
 * A node number and its current or last host. Times are milliseconds since 1970, by the database's
 * clock. (design 10.7-1, 10.7-6)
 */
export interface SysNodeNumberTable {
  node_number: number;
  /** Process of the holder: its `node_id`. */
  holder: string;
  host_id: string;
  /** Last sign of life of the holder. */
  beat_ms: number;
  /** Time of its latest identifier. */
  reached_ms: number;
  /** Set once the holder released the number or is known to have ended. */
  ended: Defaulted<boolean>;
}

/**
 * A process that serves. Times are by the database's clock; a row leaves with its process. (design
 * 10.4, 10.5)
 */
export interface SysNodeTable {
  node_id: string;
  /** Data directory of the process. */
  host_id: string;
  machine: string;
  pid: number;
  /** URL of the API; empty until it listens. */
  address: string;
  host_version: string;
  /** Format of the desired state that it reads. (design 10.7-17) */
  desired_format: number;
  started_at: Timestamp;
  heartbeat_at: Timestamp;
  /** First time that it ran what it should. (design 10.7-16) */
  converged_at: Defaulted<Timestamp | null>;
  draining: Defaulted<boolean>;
  /** Its own clock minus the database's. */
  clock_offset_ms: number;
  /** Largest number of its connections to the database; 0 for an embedded one. */
  pool_size: number;
  /** JSON array of the keys whose packages it accepts. */
  trusted_key_ids: string;
  memory_bytes: number;
  heap_bytes: number;
  /** 99th percentile since the last heartbeat, in microseconds. */
  loop_delay_us: number;
  /** Share of one core since the last heartbeat. */
  cpu_percent: number;
  /** Its supervisor, or itself; empty for hosts of earlier versions. */
  process_group: Defaulted<string>;
  /** Where `pid` means that process. */
  process_scope: Defaulted<string>;
  /**
   * Its cache; empty for one in memory, null while Redis is away and for hosts of earlier versions.
   */
  cache_id: Defaulted<string | null>;
}

/** Desired state, written in the transaction that commits an operation. (design 10.4) */
export interface AppDesiredTable extends TimeColumns {
  app_code: string;
  version: string;
  jar: Defaulted<string | null>;
  jar_sha256: Defaulted<string | null>;
  package_url: Defaulted<string | null>;
  frontend_version: Defaulted<string | null>;
  /** Grows with each commit; a commit that expects another is refused. (design 10.7-6) */
  generation: number;
  state: string;
  /** Format of this row; a host follows none newer than its own. (design 10.7-17) */
  format: Defaulted<number>;
  /** Task that committed it last. */
  task_id: Defaulted<number | null>;
}

/** Observed state of an application on a node, with its progress in an operation. (design 10.4) */
export interface SysNodeAppTable extends TimeColumns {
  node_id: string;
  app_code: string;
  /** Version that serves there. */
  version: Defaulted<string | null>;
  /** Generation that it last converged to. */
  generation: number;
  state: string;
  /** JSON of the last failure. */
  failure: Defaulted<string | null>;
  /** Unused: `app_phase_host` says how far a node is with a running operation. */
  task_id: Defaulted<number | null>;
  task_stage: Defaulted<string | null>;
}

/** A running operation for which all hosts prepare; it is removed by its end. (design 10.7-7) */
export interface AppPhaseTable extends TimeColumns {
  task_id: number;
  app_code: string;
  version: string;
  /** Node that runs the operation. */
  node_id: string;
  /** Its data directory: workers that share it find the files in place. */
  machine_id: string;
  /** Step that the hosts are asked for: `prepare` or `ready`. */
  stage: string;
  /** Where the jar waits, relative to the plugin directory; null for none. */
  staged_jar: Defaulted<string | null>;
}

/** How far a host is with such an operation. */
export interface AppPhaseHostTable extends TimeColumns {
  task_id: number;
  node_id: string;
  /** Stage that it has reached, or failed in. */
  stage: string;
  /** JSON of the failure; null where it has succeeded. */
  failure: Defaulted<string | null>;
}
