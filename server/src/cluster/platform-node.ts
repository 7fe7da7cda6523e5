import type { PlatformNode } from '@platform/host-api';
import type { Selectable } from 'kysely';
import type { HostSchema } from '../data/index.ts';

type Row = Selectable<HostSchema['sys_node']>;

/**
 * A row as others see it.
 *
 * @param at `now` and `leaseMs` in milliseconds, by the database's clock; `self` the own id
 * @param behind codes of applications of which the node does not run what it should
 */
export function nodeOf(
  row: Row,
  at: { readonly now: number; readonly leaseMs: number; readonly self: string },
  behind: readonly string[],
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
    behind: [...behind],
    clockOffsetMs: row.clock_offset_ms,
    poolSize: row.pool_size,
    trustedKeyIds: JSON.parse(row.trusted_key_ids) as string[],
    cacheId: row.cache_id,
    memoryBytes: row.memory_bytes,
    heapBytes: row.heap_bytes,
    loopDelayMs: row.loop_delay_us / 1_000,
    cpuPercent: row.cpu_percent,
  };
}
