import { setTimeout as sleep } from 'node:timers/promises';
import type { PlatformNode } from '@platform/host-api';
import type { CacheIdentity } from '../infra/index.ts';
import { PlatformError } from '../kernel/index.ts';
import { livingElsewhere, nodeName } from './other-nodes.ts';

/** Time in which hosts agree again on the identity of a Redis that was emptied, in milliseconds. */
const PATIENCE_MS = 10_000;
const PAUSE_MS = 100;
/** So many times longer an earlier host waits for a later one, which is refused meanwhile. */
const EARLIER_WAITS = 1.5;

interface SharedCacheParts {
  /** Rows in the order of their start. */
  readonly nodes: { rows(): Promise<readonly PlatformNode[]> };
  /** That of this host. */
  readonly cache: CacheIdentity;
  /** Data directory of this host: workers that share it are replaced one after the other. */
  readonly machineId: string;
  readonly patienceMs?: number;
}

/**
 * Refuses a host whose Redis is not that of the living hosts: its messages would reach nobody, and
 * a lock would be held twice. (design 10.2)
 *
 * The later one of two that start at once is refused, and the earlier one waits until it has left.
 * Until then the later one may serve: it may have looked before the row of the earlier was there.
 *
 * Hosts that do not reach their Redis now, that have none, and those of earlier versions prove
 * nothing.
 *
 * @throws CACHE_NOT_SHARED naming the hosts
 */
export async function assertSharedCache(parts: SharedCacheParts): Promise<void> {
  const { patienceMs = PATIENCE_MS } = parts;
  const begun = performance.now();
  for (;;) {
    const { apart, isEarlier } = await hostsApart(parts);
    if (apart.length === 0) return;
    if (performance.now() - begun > patienceMs * (isEarlier ? EARLIER_WAITS : 1)) throw notShared(apart);
    await sleep(PAUSE_MS);
  }
}

interface Apart {
  readonly apart: readonly PlatformNode[];
  /** Whether this host began to start before all of them. */
  readonly isEarlier: boolean;
}

async function hostsApart({ nodes, cache, machineId }: SharedCacheParts): Promise<Apart> {
  const rows = await nodes.rows();
  // After the question: what the others have written is what they knew before.
  const { id } = cache;
  const isApart = ({ cacheId }: PlatformNode): boolean => Boolean(cacheId) && cacheId !== id;
  const apart = id ? livingElsewhere(rows, machineId).filter(isApart) : [];
  const [first] = apart;
  const own = rows.findIndex(({ self }) => self);
  return { apart, isEarlier: first !== undefined && own !== -1 && own < rows.indexOf(first) };
}

const notShared = (nodes: readonly PlatformNode[]): PlatformError => {
  const hosts = nodes.map(nodeName);
  return new PlatformError({
    code: 'CACHE_NOT_SHARED',
    message: `The Redis of this host is not the one of ${hosts.join(', ')}, so neither would receive changes or locks of the other.`,
    fix: 'Set cache.url, with its database number, and cache.key-prefix alike on all hosts. To move to another Redis, stop all hosts first.',
    details: { hosts },
  });
};
