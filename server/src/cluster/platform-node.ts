import type { Selectable } from 'kysely';
import type { HostSchema } from '../data/index.ts';

/** `live` within its lease, `draining` taken out by an operator, `gone` without a heartbeat. */
type NodeState = 'live' | 'draining' | 'gone';

/** One process of the platform. (design 10.5) */
export interface PlatformNode {
  readonly nodeId: string;
  /** Data directory of the process. */
  readonly hostId: string;
  readonly machine: string;
  readonly pid: number;
  readonly address: string;
  readonly hostVersion: string;
  readonly state: NodeState;
  /** Whether it is the one that answers. */
  readonly self: boolean;
  readonly startedAt: string;
  readonly heartbeatAt: string;
  readonly convergedAt: string | null;
  readonly draining: boolean;
  /** Its clock minus the database's, in milliseconds. */
  readonly clockOffsetMs: number;
  readonly poolSize: number;
  readonly trustedKeyIds: readonly string[];
  readonly memoryBytes: number;
  readonly heapBytes: number;
  /** 99th percentile of the last seconds, in milliseconds. */
  readonly loopDelayMs: number;
  /** Of one core. */
  readonly cpuPercent: number;
}

/** @param at `now` and `leaseMs` in milliseconds, by the database's clock; `self` the own id */
export function nodeOf(
  row: Selectable<HostSchema['sys_node']>,
  at: { readonly now: number; readonly leaseMs: number; readonly self: string },
): PlatformNode {
  const gone = Date.parse(row.heartbeat_at) + at.leaseMs < at.now;
  return {
    nodeId: row.node_id,
    hostId: row.host_id,
    machine: row.machine,
    pid: row.pid,
    address: row.address,
    hostVersion: row.host_version,
    state: gone ? 'gone' : row.draining ? 'draining' : 'live',
    self: row.node_id === at.self,
    startedAt: row.started_at,
    heartbeatAt: row.heartbeat_at,
    convergedAt: row.converged_at,
    draining: row.draining,
    clockOffsetMs: row.clock_offset_ms,
    poolSize: row.pool_size,
    trustedKeyIds: JSON.parse(row.trusted_key_ids) as string[],
    memoryBytes: row.memory_bytes,
    heapBytes: row.heap_bytes,
    loopDelayMs: row.loop_delay_us / 1_000,
    cpuPercent: row.cpu_percent,
  };
}
